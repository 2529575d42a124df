import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { WebmasterMovement } from '~/api/sdk';
import { useUnit, useUser, webmasterBalanceQuery } from '~/app/queries';
import { formatAmount, formatDate, formatMoney, unitSymbol } from '~/lib/format';
import { operationName, WEBMASTER_OPERATIONS } from '~/lib/money-terms';
import { buttonClass } from '~/ui/button';
import type { TableColumn } from '~/ui/data-table';
import { None, Num } from '~/ui/marks';
import { Empty, ErrorPanel, Skeleton } from '~/ui/states';
import { PageHead } from '../frame/page-head';
import { webmasterHistoryQuery } from './api';
import styles from './finance.module.css';
import { History } from './history';

/** Available, on its way, history. */
export function WebmasterFinancePage() {
  const unit = useUnit();
  const user = useUser();
  const page = (useSearch({ strict: false }) as { page?: number }).page ?? 1;
  const money = useQuery(webmasterBalanceQuery);
  const balance = money.data;
  const answer = useQuery(webmasterHistoryQuery(page));
  const symbol = unitSymbol(unit);
  const columns = useMemo<TableColumn<WebmasterMovement>[]>(
    () => [
      { id: 'date', label: 'Date', cell: (entry) => formatDate(entry.date) },
      { id: 'type', label: 'Operation', cell: (entry) => operationName(WEBMASTER_OPERATIONS, entry.type_index) },
      {
        id: 'block',
        label: 'For',
        cell: (entry) => (entry.block_id ? <span className="t2">Block {entry.block_id}</span> : <None />),
      },
      { id: 'clicks', label: 'Clicks', align: 'right', cell: (entry) => <Num value={entry.clicks} /> },
      {
        id: 'amount',
        label: `Amount, ${symbol}`,
        align: 'right',
        strong: true,
        cell: (entry) => (
          <span className={entry.amount > 0 ? 'up' : undefined}>
            {entry.amount > 0 ? '+' : ''}
            {formatAmount(entry.amount, unit)}
          </span>
        ),
      },
      {
        id: 'balance',
        label: `Balance after, ${symbol}`,
        align: 'right',
        cell: (entry) => formatAmount(entry.balance_after, unit),
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
      <PageHead crumbs={[{ label: 'Webmaster' }]} />
      {money.isError && !balance ? (
        <ErrorPanel title="The balance did not load" error={money.error} onRetry={() => void money.refetch()} />
      ) : (
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
      )}
      <History
        answer={answer}
        columns={columns}
        rowId={(entry) => String(entry.id ?? `${entry.date}-${entry.block_id ?? ''}`)}
        empty={
          <Empty
            small
            first
            title="Nothing was moved yet"
            actions={
              <Link className={buttonClass()} to="/webmaster/sites">
                To sites
              </Link>
            }
          >
            Income appears here once a block has earned something, one line a block and day.
          </Empty>
        }
      />
    </>
  );
}
