import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AppLink } from '~/app/app-link';
import styles from './public-layout.module.css';

const POLICIES = [
  { href: '/account/conditions', label: 'Conditions' },
  { href: '/account/privacy', label: 'Privacy' },
  { href: '/account/cookies', label: 'Cookies' },
  { href: '/account/legitimate-interest', label: 'Legitimate interest' },
] as const;

/** Layout "public conditions": a policy text at reading width, its neighbours beside it; it stands inside the default layout. */
export function ConditionsLayout({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.conditions}>
      <nav className={styles.policies} aria-label="All policies">
        {POLICIES.map((policy) => (
          <AppLink key={policy.href} href={policy.href}>
            {policy.label}
          </AppLink>
        ))}
      </nav>
      <div className={styles.text}>{children ?? <Outlet />}</div>
    </div>
  );
}
