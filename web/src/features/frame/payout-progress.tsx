import { useQuery } from '@tanstack/react-query';
import { useUnit } from '~/app/queries';
import { formatMoney } from '~/lib/format';
import { webmasterBalanceQuery } from '../finance/api';
import { useSite } from '../public/site';
import styles from './frame.module.css';

/** How near the available balance is to the least that is paid out. */
export default function PayoutProgress({ narrow }: { narrow: boolean }) {
  const unit = useUnit();
  const { data: earns } = useQuery(webmasterBalanceQuery);
  const least = useSite()?.minimum_payout;
  if (!earns || !least) return null;
  // One payout at a time: as long as one is open, there is no way to the next.
  if (earns.reserved) {
    const text = `Payout of ${formatMoney(earns.reserved, unit)} not sent yet`;
    if (!narrow) return <span className="s12 t3">{text}</span>;
    return <span className={styles.openPayout} role="img" aria-label={text} title={text} />;
  }
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
