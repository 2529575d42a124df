import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useUnit, useUser, webmasterBalanceQuery } from '~/app/queries';
import { formatAmount, formatDate, formatMoney, unitSymbol } from '~/lib/format';
import { operationName, WEBMASTER_OPERATIONS } from '~/lib/money-terms';
import { PAYOUT_STATUSES, statusOf } from '~/lib/statuses';
import type { TableColumn } from '~/ui/data-table';
import { None, Tag } from '~/ui/marks';
import { Empty, Skeleton } from '~/ui/states';
import { StatusBadge } from '~/ui/status-badge';
import { PageHead } from '../frame/page-head';
import { type WebmasterEntry, webmasterHistoryQuery } from './api';
import styles from './finance.module.css';
import { History } from './history';

/** Letters of a wallet that are shown at each end. */
const WALLET_ENDS = 4;

function shortWallet(number: string): string {
  return number.length > 12 ? `${number.slice(0, WALLET_ENDS)}…${number.slice(-WALLET_ENDS)}` : number;
}

/** Available, on its way, history. */
export function WebmasterFinancePage() {
  const unit = useUnit();
  const user = useUser();
  const page = (useSearch({ strict: false }) as { page?: number }).page ?? 1;
  const balance = useQuery(webmasterBalanceQuery).data;
  const answer = useQuery(webmasterHistoryQuery(page));
  const symbol = unitSymbol(unit);
  const columns = useMemo<TableColumn<WebmasterEntry>[]>(
    () => [
      { id: 'date', label: 'Date', cell: (entry) => formatDate(entry.date) },
      { id: 'type', label: 'Operation', cell: (entry) => operationName(WEBMASTER_OPERATIONS, entry.type_index) },
      {
        id: 'wallet',
        label: 'Wallet',
        cell: (entry) =>
          entry.wallet ? (
            <span className="row">
              <Tag>{entry.wallet.payment_type.name}</Tag>
              <span className="mono" title={entry.wallet.number}>
                {shortWallet(entry.wallet.number)}
              </span>
            </span>
          ) : (
            <None />
          ),
      },
      {
        id: 'status',
        label: 'State',
        cell: (entry) =>
          entry.status_id === null ? <None /> : <StatusBadge status={statusOf(PAYOUT_STATUSES, entry.status_id)} />,
      },
      {
        id: 'amount',
        label: `Amount, ${symbol}`,
        align: 'right',
        strong: true,
        cell: (entry) => formatAmount(entry.amount, unit),
      },
      {
        id: 'comment',
        label: 'Remark',
        cell: (entry) => (entry.comment ? <span className="t2">{entry.comment}</span> : <None />),
      },
    ],
    [unit, symbol],
  );
  return (
    <>
      <PageHead title="Finance" crumbs={[{ label: 'Webmaster' }]} />
      <section className={styles.top} aria-label="Balance">
        <div className={styles.main}>
          <span className={styles.k}>Available</span>
          <span className={styles.big}>
            {balance ? formatMoney(balance.balance, unit) : <Skeleton width={180} height={36} />}
          </span>
          <span className="s13 t2">
            {user?.webmaster?.is_auto_payment
              ? 'Payout by itself is on: each Monday, 06:00 UTC, when the least amount is reached.'
              : 'Payout by itself is off.'}
          </span>
        </div>
        <dl className={styles.facts}>
          <div>
            <dt>
              On its way
              <small>Income rests 7 days before it is available</small>
            </dt>
            <dd>{balance ? formatMoney(balance.pending, unit) : <Skeleton width={80} height={16} />}</dd>
          </div>
          <div>
            <dt>
              Earned today
              <small>Valid clicks since 00:00 UTC</small>
            </dt>
            <dd>{balance ? formatMoney(balance.earned_today, unit) : <Skeleton width={80} height={16} />}</dd>
          </div>
        </dl>
      </section>
      <History
        answer={answer}
        columns={columns}
        rowId={(entry) => String(entry.id)}
        empty={
          <Empty small first title="No payments yet">
            Payouts, corrections and referral income appear here.
          </Empty>
        }
      />
    </>
  );
}
