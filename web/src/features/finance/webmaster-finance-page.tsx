import { useQuery } from '@tanstack/react-query';
import { listWebmasterHistoryOptions } from '~/api/queries';
import type { WebmasterBalance, WebmasterMovement } from '~/api/sdk';
import { useUnit, useUser } from '~/app/queries';
import { formatMoney } from '~/lib/format';
import { operationName, WEBMASTER_OPERATIONS } from '~/lib/money-terms';
import { Num } from '~/ui/marks';
import type { ListSpec } from '../list/spec';
import { useSite } from '../public/site';
import { webmasterBalanceQuery } from './api';
import { amountColumn, balanceColumn, dayColumn, type Fact, FinancePage, MOVEMENTS } from './finance-page';

const HISTORY: ListSpec<WebmasterMovement> = {
  ...MOVEMENTS,
  name: 'webmaster-history',
  rowId: (entry) => String(entry.id ?? `${entry.date}-${entry.block_id ?? ''}`),
  told: ['listWebmasterHistory'],
  count: 15,
  rows: ({ state: { page, count } }) => listWebmasterHistoryOptions({ query: { page, count } }),
  columns: [
    dayColumn(),
    { id: 'type', label: 'Operation', text: (entry) => operationName(WEBMASTER_OPERATIONS, entry.type_index) },
    { id: 'block', label: 'For', quiet: true, text: ({ block_id: id }) => id && `Block ${id}` },
    { id: 'clicks', label: 'Clicks', align: 'right', cell: (entry) => <Num value={entry.clicks} /> },
    amountColumn(),
    balanceColumn(),
    { id: 'comment', label: 'Remark', quiet: true, text: (entry) => entry.comment },
  ],
  first: {
    title: 'Nothing was moved yet',
    text: 'Income appears here once a block has earned something, one line a block and day.',
    action: { label: 'To sites', link: { to: '/webmaster/sites' }, icon: null },
  },
};

const FACTS: readonly Fact<WebmasterBalance>[] = [
  {
    label: 'On its way',
    note: 'Income rests 7 days before it is available',
    value: (balance, unit) => formatMoney(balance.pending, unit),
  },
  {
    label: 'Earned today',
    note: 'Valid clicks since 00:00 UTC',
    value: (balance, unit) => formatMoney(balance.earned_today, unit),
  },
];

/** Available, on its way, history. */
export function WebmasterFinancePage() {
  const isByItself = useUser()?.webmaster?.is_auto_payment;
  const site = useSite();
  const unit = useUnit();
  const least = site && formatMoney(site.minimum_payout, unit);
  return (
    <FinancePage
      label="Available"
      money={useQuery(webmasterBalanceQuery)}
      note={() =>
        isByItself
          ? `Automatic payouts are on: each Monday, 06:00 UTC, from ${least ?? 'the least amount'} on.`
          : `Automatic payouts are off.${least ? ` The least that is paid out is ${least}.` : ''}`
      }
      facts={FACTS}
      history={HISTORY}
    />
  );
}
