import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AppLink } from '~/app/app-link';
import { useLoggedIn } from '~/app/session';
import { buttonClass } from '~/ui/button';
import { Logo } from '~/ui/marks';
import styles from './public-layout.module.css';

/** The head of every public page: the way home and the way in. */
export function PublicHead({ bare }: { bare?: boolean }) {
  const loggedIn = useLoggedIn();
  return (
    <header className={styles.head}>
      <AppLink href="/" aria-label="Placard, home">
        <Logo />
      </AppLink>
      {!bare && (
        <nav className={styles.in} aria-label="Your account">
          {loggedIn ? (
            <AppLink href="/" className={buttonClass({ variant: 'ink' })}>
              To your cabinet
            </AppLink>
          ) : (
            <AppLink href="/account/login" className={buttonClass({ variant: 'ghost' })}>
              Log in
            </AppLink>
          )}
        </nav>
      )}
    </header>
  );
}

/** Layout "default": public pages between head and foot. `children` stand alone in the landmark; without them the route's page does. */
export function DefaultLayout({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.page}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <PublicHead />
      <main className={styles.main} id="main" tabIndex={-1}>
        {children ?? <Outlet />}
      </main>
    </div>
  );
}
