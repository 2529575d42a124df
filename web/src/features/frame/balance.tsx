import { IconArrowUpRight, IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useUnit } from '~/app/queries';
import { formatMoney, formatNumber } from '~/lib/format';
import { buttonClass } from '~/ui/button';
import { cx } from '~/ui/classes';
import { Skeleton } from '~/ui/states';
import { advertiserBalanceQuery, webmasterBalanceQuery } from '../finance/api';
import { useSite } from '../public/site';
import styles from './frame.module.css';

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
      {cabinet === 'webmaster' && <PayoutProgress narrow={narrow} />}
      <BalanceLink cabinet={cabinet} />
    </div>
  );
}

/** How near the available balance is to the least that is paid out. */
function PayoutProgress({ narrow }: { narrow: boolean }) {
  const unit = useUnit();
  const { data: earns } = useQuery(webmasterBalanceQuery);
  const least = useSite()?.minimum_payout;
  if (!earns || !least) return null;
  const { share, text } = payoutProgress(earns.balance, least, (amount) => formatMoney(amount, unit));
  return (
    <>
      <progress className={styles.goal} value={share} max={1} aria-label="Way to the next payout" title={text} />
      {!narrow && <span className="s12 t3">{text}</span>}
    </>
  );
}

/** The part of the least payout that is there, and what is missing, in words. */
export function payoutProgress(
  available: number,
  least: number,
  money: (amount: number) => string,
): { share: number; text: string } {
  const missing = Math.round((least - available) * 1e6) / 1e6;
  if (missing <= 0) return { share: 1, text: `Enough for a payout, from ${money(least)} on` };
  return { share: Math.max(0, available / least), text: `${money(missing)} to the least payout, ${money(least)}` };
}

function BalanceLink({ cabinet }: { cabinet: Side }) {
  const className = cx(buttonClass({ variant: 'ink', size: 'sm' }), styles.go);
  return cabinet === 'advertiser' ? (
    <Link to="/advertiser/finance" className={className}>
      <IconWallet size={14} aria-hidden />
      Finance
    </Link>
  ) : (
    <Link to="/webmaster/finance" className={className}>
      <IconArrowUpRight size={14} aria-hidden />
      Payout
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
