import { IconPlus, IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useUnit } from '~/app/queries';
import { formatMoney, formatNumber } from '~/lib/format';
import { buttonClass } from '~/ui/button';
import { cx } from '~/ui/classes';
import { late } from '~/ui/late';
import { Skeleton } from '~/ui/states';
import { advertiserBalanceQuery, webmasterBalanceQuery } from '../finance/api';
import styles from './frame.module.css';

// For one of the cabinets alone, and what it says is needed by nothing else of the frame.
const PayoutProgress = late(() => import('./payout-progress'));

type Side = 'advertiser' | 'webmaster';

/** What stands instead of a balance that did not load; it is asked for again every half minute. */
const UNKNOWN = { amount: '–', note: 'not known at the moment' };

function useBalance(cabinet: Side): { amount: string | null; note: string } {
  const unit = useUnit();
  const spending = useQuery({ ...advertiserBalanceQuery, enabled: cabinet === 'advertiser' });
  const earning = useQuery({ ...webmasterBalanceQuery, enabled: cabinet === 'webmaster' });
  const [spends, earns] = [spending.data, earning.data];
  const failed = (cabinet === 'advertiser' ? spending : earning).isError;
  if (failed && !spends && !earns) return UNKNOWN;
  if (cabinet === 'advertiser') {
    if (!spends) return { amount: null, note: '' };
    return { amount: formatMoney(spends.balance, unit), note: paceText(spends.days_left) };
  }
  if (!earns) return { amount: null, note: '' };
  return { amount: formatMoney(earns.balance, unit), note: `${formatMoney(earns.pending, unit)} on its way` };
}

/** How long the balance lasts, in words. */
export function paceText(days: number | null | undefined): string {
  if (days === null || days === undefined) return 'nothing spent lately';
  if (days < 1) return 'less than a day at this pace';
  const rounded = Math.floor(days);
  return `about ${formatNumber(rounded)} ${rounded === 1 ? 'day' : 'days'} at this pace`;
}

/** Balance and its button, always in sight. */
export function BalanceBox({ cabinet, narrow }: { cabinet: Side; narrow: boolean }) {
  const { amount, note } = useBalance(cabinet);
  return (
    <div className={styles.bal}>
      <span className={styles.k}>{cabinet === 'advertiser' ? 'Balance' : 'Available'}</span>
      <span className={styles.v}>{amount ?? <Skeleton width={110} height={20} />}</span>
      {!narrow && <span className="s12 t3">{note || <Skeleton width={150} height={10} />}</span>}
      {cabinet === 'webmaster' && (
        <Suspense fallback={<Skeleton height={6} radius={3} />}>
          <PayoutProgress narrow={narrow} />
        </Suspense>
      )}
      <BalanceLink cabinet={cabinet} />
    </div>
  );
}

function BalanceLink({ cabinet }: { cabinet: Side }) {
  const className = cx(buttonClass({ variant: 'ink', size: 'sm' }), styles.go);
  if (cabinet === 'advertiser') {
    return (
      <Link to="/advertiser/finance" hash="top-up" className={className}>
        <IconPlus size={14} aria-hidden />
        Top up
      </Link>
    );
  }
  return (
    <Link to="/webmaster/finance" className={className}>
      <IconWallet size={14} aria-hidden />
      Finance
    </Link>
  );
}

/** The same on a phone's top bar. */
export function BalanceLine({ cabinet }: { cabinet: Side }) {
  const { amount } = useBalance(cabinet);
  return (
    <>
      <span className={styles.balm}>{amount ?? <Skeleton width={72} height={14} />}</span>
      <BalanceLink cabinet={cabinet} />
    </>
  );
}
