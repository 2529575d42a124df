import { IconArrowRight, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { FILES } from '~/api/files';
import { dataOf, getDepositOptions } from '~/api/queries';
import type { Deposit } from '~/api/sdk';
import { DepositStatus } from '~/api/words';
import { askAnew, useUnit } from '~/app/queries';
import { type CurrencyUnit, formatMoney, formatTime } from '~/lib/format';
import { statusOf } from '~/lib/statuses';
import { Button, buttonClass } from '~/ui/button';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { StatusBadge } from '~/ui/status-badge';
import { FileButton } from '../../list/file-button';
import styles from '../top-up.module.css';
import { DEPOSIT_STATUSES, isOpen, payPage } from './deposit-status';

/** How often a deposit is looked at while something may come in, in milliseconds. */
const FOLLOWED_MS = 3_000;

/** One deposit, followed until it is settled. */
export function DepositPanel({ id, onClose }: { id: number; onClose(): void }) {
  const client = useQueryClient();
  const unit = useUnit();
  const answer = useQuery({
    ...getDepositOptions({ path: { id } }),
    select: dataOf,
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data.data) ? false : FOLLOWED_MS),
  });
  const deposit = answer.data;
  const stamp = deposit && `${deposit.status_id} ${deposit.received} ${deposit.returned}`;
  const seen = useRef(stamp);
  useEffect(() => {
    // The balance and the lists below show what came in, too.
    if (seen.current !== undefined && stamp !== undefined && seen.current !== stamp) void askAnew(client);
    seen.current = stamp ?? seen.current;
  }, [stamp, client]);
  if (answer.isError && !deposit) return <ErrorPanel title={`Deposit ${id} did not load`} of={answer} />;
  return (
    <section className={styles.panel} aria-labelledby="deposit">
      <div className={styles.panelHead}>
        <h2 id="deposit">Deposit {id}</h2>
        {deposit && <StatusBadge status={statusOf(DEPOSIT_STATUSES, deposit.status_id)} soft />}
        <span className="grow" />
        <Button variant="ghost" size="sm" icon aria-label="Close the deposit" onClick={onClose}>
          <IconX size={16} aria-hidden />
        </Button>
      </div>
      <div role="status" className={styles.panelText}>
        {deposit ? <p>{told(deposit, unit)}</p> : <Skeleton width="60%" height={14} />}
      </div>
      {deposit && <DepositActions deposit={deposit} />}
    </section>
  );
}

/** What happened to a deposit, and what comes next. */
function told(deposit: Deposit, unit: CurrencyUnit): string {
  const { amount, received, returned, status_id: status } = deposit;
  const until = `${formatTime(deposit.expires_at)} UTC`;
  const back = returned > 0 ? ` ${formatMoney(returned, unit)} of it went back.` : '';
  const money = formatMoney(amount, unit);
  const bonus = deposit.bonus > 0 ? ` Its promo code gave ${formatMoney(deposit.bonus, unit)} more.` : '';
  if (status === DepositStatus.Settled) return `${formatMoney(received, unit)} came in and is booked.${bonus}${back}`;
  if (status === DepositStatus.PartlyPaid) {
    const missing = formatMoney(Math.max(0, amount - received), unit);
    return `${formatMoney(received, unit)} of ${money} came in and is booked; ${missing} is missing until ${until}.${back}`;
  }
  if (status === DepositStatus.Expired)
    return `Nothing of ${money} came in before ${until}. What you sent before is booked when it arrives; if you sent nothing, top up again to pay.${back}`;
  if (status === DepositStatus.Failed)
    return `The payment of ${money} failed. Top up again, or pay in another way.${back}`;
  if (deposit.gateway === 'invoice') {
    return `Transfer ${money} with the number of the invoice, ${deposit.invoice_number ?? 'which stands on it'}, before ${until}. A person books it when it arrived.`;
  }
  if (Date.parse(deposit.expires_at) <= Date.now()) {
    return `The time to pay ${money} was over at ${until}. What was sent before is booked when it arrives; send nothing more.`;
  }
  return `${money} is awaited until ${until}. This page follows it: it changes by itself when the payment arrives.`;
}

/** Its page at the gateway and its documents. */
export function DepositActions({ deposit }: { deposit: Deposit }) {
  const page = payPage(deposit);
  const { id, invoice_number: invoice, receipt_number: receipt } = deposit;
  if (!page && !invoice && !receipt) return null;
  return (
    <div className={styles.actions}>
      {page && (
        <a
          href={page}
          className={buttonClass({ variant: 'ink', size: 'sm' })}
          aria-label={`Go on paying deposit ${id}`}
        >
          Go on
          <IconArrowRight size={14} aria-hidden />
        </a>
      )}
      {invoice && (
        <FileButton make={() => FILES.invoice(id)} size="sm" label={`Invoice of deposit ${id}`}>
          Invoice
        </FileButton>
      )}
      {receipt && (
        <FileButton make={() => FILES.receipt(id)} size="sm" label={`Receipt of deposit ${id}`}>
          Receipt
        </FileButton>
      )}
    </div>
  );
}
