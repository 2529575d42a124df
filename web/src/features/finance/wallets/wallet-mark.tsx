import { Tag } from '~/ui/marks';
import styles from '../finance.module.css';

/** Characters at both ends of an address by which people know it. */
const ENDS = 4;

/** An address as people compare it: its two ends. */
export const shortAddress = (number: string): string =>
  number.length > 3 * ENDS ? `${number.slice(0, ENDS)}…${number.slice(-ENDS)}` : number;

/** A wallet in a line: how it is paid to, and the ends of its address. */
export function WalletMark({ wallet }: { wallet: { number: string; payment_type: { name: string } } }) {
  return (
    <span className={styles.mark}>
      <Tag>{wallet.payment_type.name}</Tag>
      <span className="mono" title={wallet.number}>
        {shortAddress(wallet.number)}
      </span>
    </span>
  );
}
