import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listAdvertiserHistoryOptions } from '~/api/queries';
import type { AdvertiserBalance, AdvertiserMovement } from '~/api/sdk';
import { OperationType } from '~/api/words';
import { formatMoney, plural } from '~/lib/format';
import { OPERATIONS, operationName } from '~/lib/money-terms';
import { paths } from '~/lib/paths';
import { None, Num } from '~/ui/marks';
import { Skeleton } from '~/ui/states';
import { paceText } from '../frame/balance';
import type { ListSpec } from '../list/spec';
import { advertiserBalanceQuery } from './api';
import { amountColumn, ByHand, balanceColumn, dayColumn, type Fact, FinancePage, MOVEMENTS } from './finance-page';

const HISTORY: ListSpec<AdvertiserMovement> = {
  ...MOVEMENTS,
  name: 'advertiser-history',
  rowId: (entry) => String(entry.id ?? `${entry.date}-${entry.operation_type}-${entry.campaign_id ?? ''}`),
  told: ['listAdvertiserHistory'],
  count: 5,
  rows: ({ state: { page, count } }) =>
    listAdvertiserHistoryOptions({ query: { page, count, order_by: 'processed_at' } }),
  columns: [
    dayColumn(),
    { id: 'operation', label: 'Operation', text: (entry) => operationName(OPERATIONS, entry.operation_type) },
    {
      id: 'what',
      label: 'For',
      quiet: true,
      text: ({ campaign_id: id, comment }) => (id ? `Campaign ${id}` : comment),
      opens: ({ campaign_id: id }) => (id ? paths.campaign(id) : undefined),
    },
    amountColumn(),
    { id: 'clicks', label: 'Clicks', align: 'right', cell: (entry) => <Num value={entry.clicks} /> },
    balanceColumn(),
  ],
  first: {
    title: 'Nothing was moved yet',
    text: 'Clicks appear here once a campaign runs, one line a campaign and day.',
    action: { label: 'To campaigns', link: { to: '/advertiser/campaigns' }, icon: null },
  },
};

const FACTS: readonly Fact<AdvertiserBalance>[] = [
  {
    label: 'Spent today',
    note: 'Valid clicks since 00:00 UTC',
    value: (balance, unit) => formatMoney(balance.spent_today, unit),
  },
  {
    label: 'Lasts for',
    note: 'At the pace of the last days',
    value: ({ days_left: days }) => (typeof days === 'number' ? plural(days, 'day') : <None />),
  },
];

/** Balance, how long it lasts, history. */
export function AdvertiserFinancePage() {
  return (
    <FinancePage
      label="Balance"
      money={useQuery(advertiserBalanceQuery)}
      note={(balance) => (balance ? paceText(balance.days_left) : <Skeleton width={160} />)}
      below={
        <ByHand>
          books your payments by hand.{' '}
          <Link to="/contacts" className="link">
            Write to us
          </Link>{' '}
          to top up; the money appears below as “{operationName(OPERATIONS, OperationType.TopUp)}”.
        </ByHand>
      }
      facts={FACTS}
      history={HISTORY}
    />
  );
}
