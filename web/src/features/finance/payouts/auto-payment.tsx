import { useMutation, useQuery } from '@tanstack/react-query';
import { activateAutoPaymentMutation, deactivateAutoPaymentMutation } from '~/api/queries';
import type { AutoPayment as Auto } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { formatDate, formatMoney, formatTime } from '~/lib/format';
import { addDays, dayOf } from '~/lib/period';
import { Switch } from '~/ui/controls';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { toastError } from '~/ui/toast';
import { OwnerOnly, useIsActing } from '../../account/section';
import { autoPaymentQuery, pendingDaysQuery, remainQuery, walletsQuery, webmasterBalanceQuery } from '../api';
import { availableAfter, inCents } from '../balance/forecast';
import styles from '../finance.module.css';
import { WalletMark } from '../wallets/wallet-mark';

/**
 * About how much is asked for next. Nothing where it cannot be told: another payout is open, some of it will be held back, or its day
 * has begun, since when the balance has what this payout leaves out.
 */
function Coming({ at }: { at: NonNullable<Auto['next_at']> }) {
  const unit = useUnit();
  const remain = useQuery(remainQuery).data;
  const balance = useQuery(webmasterBalanceQuery).data;
  const pending = useQuery(pendingDaysQuery).data;
  if (!remain || !balance || !pending || remain.open_payout_id || balance.held_sites.length > 0) return null;
  const day = at.slice(0, 10);
  if (day <= dayOf(Date.now())) return null;
  const amount = inCents(availableAfter(addDays(day, -1), balance.balance, pending));
  return (
    <p>
      {amount >= remain.minimum_payout ? (
        <>
          About <b className="b">{formatMoney(amount, unit)}</b>, if nothing is taken back by then.
        </>
      ) : (
        `About ${formatMoney(amount, unit)} is available by then: less than the least payout, ${formatMoney(remain.minimum_payout, unit)}.`
      )}
    </p>
  );
}

/** The switch of payouts that are asked for each Monday, and what comes next. */
export function AutoPayment() {
  const isActing = useIsActing();
  const answer = useQuery(autoPaymentQuery);
  const primary = useQuery(walletsQuery).data?.wallets.find((wallet) => wallet.is_primary);
  const told = { onError: (error: unknown) => toastError('Nothing was switched', error) };
  const on = useMutation({ ...activateAutoPaymentMutation(), ...told });
  const off = useMutation({ ...deactivateAutoPaymentMutation(), ...told });
  const auto = answer.data;
  return (
    <section aria-labelledby="auto">
      <div className={styles.head}>
        <h2 className={styles.h2} id="auto">
          Automatic payout
        </h2>
        {auto && !isActing && (
          <Switch
            plain
            aria-labelledby="auto"
            checked={auto.is_auto_payment}
            disabled={on.isPending || off.isPending}
            onChange={() => (auto.is_auto_payment ? off : on).mutate({})}
          />
        )}
      </div>
      {answer.isError && !auto ? (
        <ErrorPanel title="This did not load" of={answer} />
      ) : !auto ? (
        <Skeleton width={320} />
      ) : (
        <div className="stack s13">
          {isActing && <OwnerOnly what="when is paid out" />}
          {auto.next_at && (
            <p>
              <b className="b">Next: Monday, {formatTime(auto.next_at)} UTC</b>
              {primary && (
                <>
                  {' '}
                  to <WalletMark wallet={primary} />
                </>
              )}
            </p>
          )}
          {auto.next_at && <Coming at={auto.next_at} />}
          <p className="t2">
            {auto.is_auto_payment ? 'Each' : 'Off. When it is on, each'} Monday at 06:00 UTC a payout is asked for to
            your primary wallet: what was available when Sunday ended and still is, where that is enough.
          </p>
          {auto.last && (
            <p className="t2">
              On {formatDate(auto.last.monday)}:{' '}
              {auto.last.payout_id ? `payout ${auto.last.payout_id} was asked for.` : auto.last.note}
            </p>
          )}
        </div>
      )}
    </section>
  );
}
