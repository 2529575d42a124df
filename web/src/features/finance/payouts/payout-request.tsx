import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dataOf, listPayoutsOptions } from '~/api/queries';
import type { PayoutRemain, Wallet } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { formatDate, formatMoney } from '~/lib/format';
import { Button } from '~/ui/button';
import { useFormFocus } from '~/ui/kept-focus';
import { Note } from '~/ui/note';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { OwnerOnly, useIsActing } from '../../account/section';
import { pendingDaysQuery, remainQuery, walletsQuery, webmasterBalanceQuery } from '../api';
import { dayWith } from '../balance/forecast';
import styles from '../finance.module.css';
import { WalletMark } from '../wallets/wallet-mark';
import { PayoutForm } from './payout-form';

/** How far it is to a payout; the one that is open; the form for the next. */
export function PayoutRequest() {
  const remain = useQuery(remainQuery);
  const wallets = useQuery(walletsQuery);
  const failed = remain.isError && !remain.data ? remain : wallets.isError && !wallets.data ? wallets : null;
  if (failed) return <ErrorPanel title="What is missing to a payout did not load" of={failed} />;
  if (!remain.data || !wallets.data) return <Skeleton width={220} height={36} />;
  return <Asked remain={remain.data} wallets={wallets.data.wallets} waiting={wallets.data.unapproved_wallets.length} />;
}

function Asked({ remain, wallets, waiting }: { remain: PayoutRemain; wallets: Wallet[]; waiting: number }) {
  const unit = useUnit();
  const isActing = useIsActing();
  const [isOpen, setOpen] = useState(false);
  const money = (amount: number) => formatMoney(amount, unit);
  const usable = wallets.filter((wallet) => wallet.is_usable);
  const isShown = isOpen && !remain.open_payout_id && !isActing && usable.length > 0;
  // Nobody asks for it once more by a change elsewhere.
  if (isOpen && !isShown) setOpen(false);
  const { remember, take } = useFormFocus(isShown);
  if (remain.open_payout_id) return <OpenPayout />;
  if (isActing) return <OwnerOnly what="what is paid out" />;
  if (isShown) return <PayoutForm remain={remain} wallets={usable} onClose={() => setOpen(false)} />;
  const share = remain.minimum_payout > 0 ? Math.min(1, Math.max(0, remain.balance / remain.minimum_payout)) : 1;
  return (
    <div className={styles.way}>
      {remain.remain > 0 && <progress value={share} max={1} aria-label="Way to the least payout" />}
      <p className="s13 t2">
        {remain.remain > 0
          ? `${money(remain.remain)} to the least payout, ${money(remain.minimum_payout)}.`
          : `Enough for a payout, from ${money(remain.minimum_payout)} on.`}
      </p>
      {remain.remain > 0 && <Passed remain={remain} />}
      {usable.length === 0 ? (
        <p className="s13">
          {wallets.length + waiting > 0
            ? 'None of your wallets can be paid to yet: '
            : 'There is no wallet to pay to yet: '}
          <Link to="/webmaster/finance/wallets" className="link">
            {wallets.length + waiting > 0 ? 'see why' : 'add one'}
          </Link>
          .
        </p>
      ) : (
        <div>
          <Button
            ref={take}
            variant="accent"
            disabled={remain.remain > 0}
            onClick={() => {
              remember('anew');
              setOpen(true);
            }}
          >
            Request a payout
          </Button>
        </div>
      )}
    </div>
  );
}

/** When the least payout is passed. Nothing where it cannot be told: not yet earned, or some of it will be held back. */
function Passed({ remain }: { remain: PayoutRemain }) {
  const balance = useQuery(webmasterBalanceQuery).data;
  const pending = useQuery(pendingDaysQuery).data;
  const day =
    balance?.held_sites.length === 0 && pending ? dayWith(remain.minimum_payout, remain.balance, pending) : null;
  if (day === null) return null;
  return <p className="s13 t2">With what is on its way you pass it on {formatDate(day)}.</p>;
}

/** The payout that is on its way: the newest one, since no other can be asked for meanwhile. */
function OpenPayout() {
  const unit = useUnit();
  const { data } = useQuery({ ...listPayoutsOptions({ query: { page: 1, count: 1 } }), select: dataOf });
  const payout = data?.[0];
  if (!payout) return <Skeleton width={260} height={36} />;
  return (
    <Note tone="info">
      <b className="b">
        Payout {payout.id}, {formatMoney(payout.amount, unit)}: {payout.status.toLowerCase()}.
      </b>{' '}
      It goes to <WalletMark wallet={payout.wallet} />. Another one can be asked for when it is closed.{' '}
      <Link to="/webmaster/finance/payments" className="link">
        To the payments
      </Link>
    </Note>
  );
}
