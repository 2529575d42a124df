import { useQuery } from '@tanstack/react-query';
import type { WebmasterBalance } from '~/api/sdk';
import { formatMoney, plural } from '~/lib/format';
import { useSite } from '../public/site';
import { webmasterBalanceQuery } from './api';
import type { Fact } from './balance/balance-part';
import { HeldEarnings } from './balance/held-earnings';
import { PendingDays } from './balance/pending-days';
import styles from './finance.module.css';
import { FinancePage } from './finance-page';
import { FinanceTabs } from './finance-tabs';
import { HISTORY } from './history/webmaster-history';
import { MoneyByDay } from './money-by-day';
import { AutoPayment } from './payouts/auto-payment';
import { PayoutRequest } from './payouts/payout-request';
import { useSeesPayouts } from './sees-payouts';
import { Statements } from './statements/webmaster-statements';

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
