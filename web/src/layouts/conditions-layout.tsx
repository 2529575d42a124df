import { Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './public-layout.module.css';

const POLICIES = [
  { to: '/account/conditions', label: 'Conditions' },
  { to: '/account/privacy', label: 'Privacy' },
  { to: '/account/cookies', label: 'Cookies' },
  { to: '/account/legitimate-interest', label: 'Legitimate interest' },
] as const;

/** Layout "public conditions": a policy text at reading width, its neighbours beside it; it stands inside the default layout. */
export function ConditionsLayout({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.conditions}>
      <nav className={styles.policies} aria-label="All policies">
        {POLICIES.map((policy) => (
          <Link key={policy.to} to={policy.to}>
            {policy.label}
          </Link>
        ))}
      </nav>
      <div className={styles.text}>{children ?? <Outlet />}</div>
    </div>
  );
}
