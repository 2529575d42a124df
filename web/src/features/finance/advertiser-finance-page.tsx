import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { AdvertiserBalance } from '~/api/sdk';
import { formatMoney, plural } from '~/lib/format';
import { None } from '~/ui/marks';
import { Skeleton } from '~/ui/states';
import { paceText } from '../frame/balance';
import { advertiserBalanceQuery } from './api';
import type { Fact } from './balance/balance-part';
import { Billing } from './billing-details';
import { DepositPanel } from './deposits/deposit-panel';
import { Deposits } from './deposits/deposits-list';
import styles from './finance.module.css';
import { FinancePage } from './finance-page';
import { HISTORY } from './history/advertiser-history';
import { MoneyByDay } from './money-by-day';
import type { FinanceSearch } from './search';
import { Statements } from './statements/advertiser-statements';
import { AutoTopUp } from './top-up/auto-top-up';
import { TopUp } from './top-up/top-up';

const FACTS: readonly Fact<AdvertiserBalance>[] = [
  {
    label: 'Spent today',
    note: 'Valid clicks since 00:00 UTC',
    value: (balance, unit) => formatMoney(balance.spent_today, unit),
  },
  {
    label: 'Bonus',
    note: 'A part of the balance; it is spent last and not paid back',
    value: ({ bonus }, unit) => (bonus > 0 ? formatMoney(bonus, unit) : <None />),
  },
  {
    label: 'Lasts for',
    note: 'At the pace of the last days',
    value: ({ days_left: days }) => (typeof days === 'number' ? plural(days, 'day') : <None />),
  },
];

const route = getRouteApi('/_cabinet/advertiser/finance');

/** Balance, how long it lasts, top-up, deposits, history, statements. */
export function AdvertiserFinancePage() {
  const money = useQuery(advertiserBalanceQuery);
  const { deposit, month } = route.useSearch();
  const navigate = route.useNavigate();
  const set = useCallback(
    (patch: FinanceSearch) =>
      void navigate({
        search: (before) => ({ ...before, ...patch }),
        resetScroll: patch.deposit !== undefined,
      }),
    [navigate],
  );
  const onOpen = useCallback((id: number) => set({ deposit: id }), [set]);
  return (
    <>
      <FinancePage
        label="Balance"
        money={money}
        note={(balance) => (balance ? paceText(balance.days_left) : <Skeleton width={160} />)}
        lead={
          deposit !== undefined && (
            <DepositPanel key={deposit} id={deposit} onClose={() => set({ deposit: undefined })} />
          )
        }
        middle={
          <>
            <TopUp balance={money.data} />
            <Billing />
            <AutoTopUp />
            <MoneyByDay side="advertiser" />
            <section aria-labelledby="deposits">
              <h2 className={styles.h2} id="deposits">
                Deposits
              </h2>
              <Deposits opened={deposit} onOpen={onOpen} />
            </section>
          </>
        }
        facts={FACTS}
        history={HISTORY}
      />
      <section aria-labelledby="statements">
        <h2 className={styles.h2} id="statements">
          Monthly statements
        </h2>
        <Statements month={month} onOpen={(opened) => set({ month: opened })} />
      </section>
    </>
  );
}
