import type { Deposit } from '~/api/sdk';
import { DEPOSIT_STATUS_LABELS, DepositStatus } from '~/api/words';
import { statuses } from '~/lib/statuses';

/** Deposits. */
export const DEPOSIT_STATUSES = statuses(DEPOSIT_STATUS_LABELS, {
  [DepositStatus.Pending]: ['info', 'clock', 'Nothing came in yet.'],
  [DepositStatus.Settled]: ['ok', 'check', 'The money is on your balance.'],
  [DepositStatus.Expired]: ['idle', 'stop', 'Nothing came in before its time was over.'],
  [DepositStatus.Failed]: ['bad', 'cross', 'The payment failed.'],
  [DepositStatus.PartlyPaid]: ['warn', 'hourglass', 'A part of it came in and is on your balance.'],
});

/** Whether something may still come in. */
export const isOpen = ({ status_id: status }: Pick<Deposit, 'status_id'>): boolean =>
  status === DepositStatus.Pending || status === DepositStatus.PartlyPaid;

/** Where to pay, while there is time: a bank transfer has no page of a gateway. */
export const payPage = (deposit: Deposit): string | null =>
  isOpen(deposit) &&
  (deposit.status_id !== DepositStatus.Pending || Date.parse(deposit.expires_at) > Date.now()) &&
  deposit.gateway !== 'invoice'
    ? (deposit.url ?? null)
    : null;
