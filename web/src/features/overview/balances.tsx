import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dataOf, getTrialBalanceOptions } from '~/api/queries';
import { AccountKind } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatMoney } from '~/lib/format';
import { dayOf } from '~/lib/period';
import { Figures } from '~/ui/figures';
import { ErrorPanel } from '~/ui/states';
import { useHour } from '~/ui/use-now';
import styles from './overview.module.css';

/** How often it is asked, in milliseconds. */
const LOOK_MS = 5 * 60_000;

/** What the network owes to whom. */
export function Balances() {
  const unit = useUnit();
  const today = dayOf(useHour());
  const answer = useQuery({
    ...getTrialBalanceOptions({ query: { date_from: today, date_to: today } }),
    select: dataOf,
    refetchInterval: LOOK_MS,
  });
  const held = new Map(answer.data?.accounts.map(({ account, closing }) => [account, closing]));
  const sum = (...kinds: AccountKind[]) =>
    formatMoney(
      kinds.reduce((total, kind) => total + (held.get(kind) ?? 0), 0),
      unit,
    );
  return (
    <section className={styles.section} aria-labelledby="balances">
      <div className={styles.panelHead}>
        <h2 id="balances">What the network owes</h2>
        <span className="grow" />
        <Link to="/admin/ledger" search={{ part: 'balance' }} className="link s13">
          Ledger
        </Link>
      </div>
      {answer.isError && !answer.data ? (
        <ErrorPanel title="The balances did not load" of={answer} />
      ) : (
        <Figures
          label="Balances"
          count={4}
          figures={
            answer.data && [
              {
                key: 'advertisers',
                label: 'To advertisers',
                value: sum(AccountKind.Advertisers),
                note: 'paid in and not spent',
              },
              {
                key: 'available',
                label: 'To webmasters',
                value: sum(AccountKind.WebmastersAvailable),
                note: 'may be asked for',
              },
              {
                key: 'pending',
                label: 'On hold',
                value: sum(AccountKind.WebmastersPending, AccountKind.Referrals),
                note: 'earnings of the last days',
              },
              {
                key: 'reserve',
                label: 'In payouts',
                value: sum(AccountKind.PayoutReserve),
                note: 'asked for, not paid yet',
              },
            ]
          }
        />
      )}
    </section>
  );
}
