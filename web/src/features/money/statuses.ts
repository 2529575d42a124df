import { DEPOSIT_STATUS_LABELS, DepositStatus, PAYOUT_STATUS_LABELS, PayoutStatus } from '~/api/words';
import { statuses } from '~/lib/statuses';

/** Payouts, as the owners of the network read them. */
export const PAYOUT_STATUSES = statuses(PAYOUT_STATUS_LABELS, {
  [PayoutStatus.Requested]: ['info', 'eye', 'It waits for an approval.'],
  [PayoutStatus.Approved]: ['warn', 'hourglass', 'It waits to be paid.'],
  [PayoutStatus.Paid]: ['ok', 'check', 'It was paid.'],
  [PayoutStatus.Rejected]: ['bad', 'cross', 'It was rejected; its money is available again.'],
  [PayoutStatus.Cancelled]: ['idle', 'stop', 'The webmaster took it back.'],
});

/** Deposits, as staff read them. */
export const DEPOSIT_STATUSES = statuses(DEPOSIT_STATUS_LABELS, {
  [DepositStatus.Pending]: ['info', 'hourglass', 'Nothing came in yet.'],
  [DepositStatus.Settled]: ['ok', 'check', 'The money is on the balance.'],
  [DepositStatus.Expired]: ['idle', 'clock', 'Its time was over before anything came in.'],
  [DepositStatus.Failed]: ['bad', 'cross', 'The gateway refused it.'],
  [DepositStatus.PartlyPaid]: ['warn', 'hourglass', 'Less came in than was asked for.'],
});
