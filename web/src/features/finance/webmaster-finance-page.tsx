import { useQuery } from '@tanstack/react-query';
import { listWebmasterHistoryOptions } from '~/api/queries';
import type { WebmasterBalance, WebmasterMovement } from '~/api/sdk';
import { MovementType } from '~/api/words';
import { formatMoney, plural } from '~/lib/format';
import { operationName, WEBMASTER_OPERATIONS } from '~/lib/money-terms';
import { Num } from '~/ui/marks';
import type { ListSpec } from '../list/spec';
import { useSite } from '../public/site';
import { webmasterBalanceQuery } from './api';
import { AutoPayment } from './auto-payment';
import styles from './finance.module.css';
import { amountColumn, balanceColumn, dayColumn, type Fact, FinancePage, MOVEMENTS } from './finance-page';
import { FinanceTabs } from './finance-tabs';
import { HeldEarnings } from './held-earnings';
import { MoneyByDay } from './money-by-day';
import { PayoutRequest } from './payout-request';
import { PendingDays } from './pending-days';
import { useSeesPayouts } from './sees-payouts';
import { Statements } from './webmaster-statements';

/** What a line is: of a payout that came back another one than of its request. */
const typeOf = ({ type_index: type, amount }: WebmasterMovement): string =>
  type === MovementType.Payout && amount > 0 ? 'Payout returned' : operationName(WEBMASTER_OPERATIONS, type);

const HISTORY: ListSpec<WebmasterMovement> = {
  ...MOVEMENTS,
  name: 'webmaster-history',
  // A payout, its fee and its return have one number.
  rowId: ({ id, date, type_index, block_id, amount }) => [id, date, type_index, block_id, amount].join(' '),
  told: ['listWebmasterHistory'],
  count: 15,
  rows: ({ state: { page, count } }) => listWebmasterHistoryOptions({ query: { page, count } }),
  columns: [
    dayColumn(),
    { id: 'type', label: 'Operation', text: typeOf },
    {
      id: 'block',
      label: 'For',
      quiet: true,
      text: ({ block_id: id, payout_id: payout }) => (id ? `Block ${id}` : payout && `Payout ${payout}`),
    },
    {
      id: 'clicks',
      label: 'Clicks',
      align: 'right',
      cell: (entry) => <Num value={entry.clicks} />,
      csv: (entry) => entry.clicks,
    },
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

const PENDING: Fact<WebmasterBalance> = {
  label: 'On its way',
  note: <Rest />,
  value: (balance, unit) => formatMoney(balance.pending, unit),
};

/** Told to whoever sees payouts. */
const RESERVED: Fact<WebmasterBalance> = {
  label: 'Set aside',
  note: 'Asked for, and not paid yet',
  value: ({ reserved }, unit) => formatMoney(reserved ?? 0, unit),
};

const TODAY: Fact<WebmasterBalance> = {
  label: 'Earned today',
  note: 'Valid clicks since 00:00 UTC',
  value: (balance, unit) => formatMoney(balance.earned_today, unit),
};

/** Told where the network holds earnings back. */
const HELD: Fact<WebmasterBalance> = {
  label: 'Held back',
  note: 'Its day has come, and the network holds it',
  value: (balance, unit) => formatMoney(balance.held, unit),
};

/** How long income waits. */
function Rest() {
  const days = useSite()?.hold_days;
  return <>Income rests {days === undefined ? 'for some days' : plural(days, 'day')} before it is available</>;
}

/** Available, on its way, set aside; the next payout; statements and history. */
export function WebmasterFinancePage() {
  const seesPayouts = useSeesPayouts();
  const money = useQuery(webmasterBalanceQuery);
  return (
    <FinancePage
      label="Available"
      money={money}
      note={() => 'What has rested long enough, and is yours.'}
      lead={<FinanceTabs />}
      below={
        seesPayouts ? (
          <PayoutRequest />
        ) : (
          <p className="s13 t2">
            Sales see no payouts: the history and the statements leave them out of their balances.
          </p>
        )
      }
      facts={[...(money.data?.held_sites.length ? [HELD] : []), PENDING, ...(seesPayouts ? [RESERVED] : []), TODAY]}
      middle={
        <>
          <HeldEarnings />
          <MoneyByDay side="webmaster" />
          <div className={styles.two}>
            <PendingDays isHeld={Boolean(money.data?.held_sites.length)} />
            {seesPayouts && <AutoPayment />}
            <Statements />
          </div>
        </>
      }
      history={HISTORY}
    />
  );
}
