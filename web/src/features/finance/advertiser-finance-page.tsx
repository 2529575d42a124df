import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { AdvertiserMovement } from '~/api/sdk';
import { advertiserBalanceQuery, useUnit } from '~/app/queries';
import { formatAmount, formatDate, formatMoney, plural, unitSymbol } from '~/lib/format';
import { OPERATIONS, operationName } from '~/lib/money-terms';
import { paths } from '~/lib/paths';
import { buttonClass } from '~/ui/button';
import type { TableColumn } from '~/ui/data-table';
import { None, Num } from '~/ui/marks';
import { Note } from '~/ui/note';
import { Empty, ErrorPanel, Skeleton } from '~/ui/states';
import { paceText } from '../frame/balance';
import { PageHead } from '../frame/page-head';
import { advertiserHistoryQuery } from './api';
import styles from './finance.module.css';
import { History } from './history';

/** Balance, how long it lasts, history. */
export function AdvertiserFinancePage() {
  const unit = useUnit();
  const page = (useSearch({ strict: false }) as { page?: number }).page ?? 1;
  const money = useQuery(advertiserBalanceQuery);
  const balance = money.data;
  const answer = useQuery(advertiserHistoryQuery(page));
  const symbol = unitSymbol(unit);
  const columns = useMemo<TableColumn<AdvertiserMovement>[]>(
    () => [
      { id: 'date', label: 'Date', cell: (entry) => formatDate(entry.date) },
      { id: 'operation', label: 'Operation', cell: (entry) => operationName(OPERATIONS, entry.operation_type) },
      {
        id: 'what',
        label: 'For',
        cell: (entry) =>
          entry.campaign_id ? (
            <Link className="quiet" {...paths.campaign(entry.campaign_id)}>
              Campaign {entry.campaign_id}
            </Link>
          ) : entry.comment ? (
            <span className="t2">{entry.comment}</span>
          ) : (
            <None />
          ),
      },
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
        id: 'clicks',
        label: 'Clicks',
        align: 'right',
        cell: (entry) => <Num value={entry.clicks} />,
      },
      {
        id: 'balance',
        label: `Balance after, ${symbol}`,
        align: 'right',
        cell: (entry) => formatAmount(entry.balance_after, unit),
      },
    ],
    [unit, symbol],
  );
  return (
    <>
      <PageHead crumbs={[{ label: 'Advertiser' }]} />
      {money.isError && !balance ? (
        <ErrorPanel title="The balance did not load" error={money.error} onRetry={() => void money.refetch()} />
      ) : (
        <section className={styles.top} aria-label="Balance">
          <div className={styles.main}>
            <span className={styles.k}>Balance</span>
            <span className={styles.big}>
              {balance ? formatMoney(balance.balance, unit) : <Skeleton width={180} height={36} />}
            </span>
            <span className="s13 t2">{balance ? paceText(balance.days_left) : <Skeleton width={160} />}</span>
            <div style={{ marginTop: 10 }}>
              <Note tone="idle">
                This network has no payment system set up yet. Its staff books your payments by hand: they appear below
                as “Top-up”.
              </Note>
            </div>
          </div>
          <dl className={styles.facts}>
            <div>
              <dt>
                Spent today
                <small>Valid clicks since 00:00 UTC</small>
              </dt>
              <dd>{balance ? formatMoney(balance.spent_today, unit) : <Skeleton width={80} height={16} />}</dd>
            </div>
            <div>
              <dt>
                Lasts for
                <small>At the pace of the last days</small>
              </dt>
              <dd>
                {balance ? (
                  typeof balance.days_left !== 'number' ? (
                    <None />
                  ) : (
                    plural(balance.days_left, 'day')
                  )
                ) : (
                  <Skeleton width={80} height={16} />
                )}
              </dd>
            </div>
          </dl>
        </section>
      )}
      <History
        answer={answer}
        columns={columns}
        rowId={(entry) => String(entry.id ?? `${entry.date}-${entry.operation_type}-${entry.campaign_id ?? ''}`)}
        empty={
          <Empty
            small
            first
            title="Nothing was moved yet"
            actions={
              <Link className={buttonClass()} to="/advertiser/campaigns">
                To campaigns
              </Link>
            }
          >
            Clicks appear here once a campaign runs, one line a campaign and day.
          </Empty>
        }
      />
    </>
  );
}
