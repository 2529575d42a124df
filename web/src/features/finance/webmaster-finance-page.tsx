import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listWebmasterHistoryOptions } from '~/api/queries';
import type { WebmasterBalance, WebmasterMovement } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { formatMoney, plural } from '~/lib/format';
import { operationName, WEBMASTER_OPERATIONS } from '~/lib/money-terms';
import { Num } from '~/ui/marks';
import type { ListSpec } from '../list/spec';
import { useSite } from '../public/site';
import { webmasterBalanceQuery } from './api';
import { amountColumn, ByHand, balanceColumn, dayColumn, type Fact, FinancePage, MOVEMENTS } from './finance-page';

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
    note: <Rest />,
    value: (balance, unit) => formatMoney(balance.pending, unit),
  },
  {
    label: 'Earned today',
    note: 'Valid clicks since 00:00 UTC',
    value: (balance, unit) => formatMoney(balance.earned_today, unit),
  },
];

/** How long income waits. */
function Rest() {
  const days = useSite()?.hold_days;
  return <>Income rests {days === undefined ? 'for some days' : plural(days, 'day')} before it is available</>;
}

/** How the money is paid out: by people, as long as no page can be asked. */
function Payouts() {
  const least = useSite()?.minimum_payout;
  const unit = useUnit();
  return (
    <ByHand>
      pays out by hand.{' '}
      <Link to="/contacts" className="link">
        Write to us
      </Link>{' '}
      to be paid{least === undefined ? '' : `: ${formatMoney(least, unit)} is the least at once`}.
    </ByHand>
  );
}

/** Available, on its way, history. */
export function WebmasterFinancePage() {
  return (
    <FinancePage
      label="Available"
      money={useQuery(webmasterBalanceQuery)}
      note={() => 'What has rested long enough, and is yours.'}
      below={<Payouts />}
      facts={FACTS}
      history={HISTORY}
    />
  );
}
