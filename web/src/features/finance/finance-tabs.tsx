import { Link } from '@tanstack/react-router';
import styles from './finance.module.css';
import { useSeesPayouts } from './sees-payouts';

/** The webmaster's pages of money. */
const PAGES = [
  { to: '/webmaster/finance', label: 'Overview', isOfPayouts: false },
  { to: '/webmaster/finance/payments', label: 'Payments', isOfPayouts: true },
  { to: '/webmaster/finance/wallets', label: 'Wallets', isOfPayouts: true },
] as const;

/** Leads from one of them to the others. */
export function FinanceTabs() {
  const seesPayouts = useSeesPayouts();
  return (
    <nav className={styles.tabs} aria-label="Finance">
      {PAGES.filter((page) => seesPayouts || !page.isOfPayouts).map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
