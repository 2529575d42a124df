import { Link } from '@tanstack/react-router';
import styles from './finance.module.css';

/** The webmaster's pages of money. */
const PAGES = [
  { to: '/webmaster/finance', label: 'Overview' },
  { to: '/webmaster/finance/payments', label: 'Payments' },
  { to: '/webmaster/finance/wallets', label: 'Wallets' },
] as const;

/** Leads from one of them to the others. */
export function FinanceTabs() {
  return (
    <nav className={styles.tabs} aria-label="Finance">
      {PAGES.map(({ to, label }) => (
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
