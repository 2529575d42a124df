import { Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Logo } from '~/ui/logo';
import styles from './auth-layout.module.css';
import { HasLayout } from './has-layout';

/**
 * Layout "public authentication": the poster beside one short form (login, sign-up, reset, confirm). `children` stand alone;
 * without them the route's page does. The page gives its h1.
 */
export function AuthLayout({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.page}>
      <header className={styles.poster}>
        <Link to="/" aria-label="Placard, home">
          <Logo />
        </Link>
        <p className={styles.word}>
          Post
          <br />
          it here.
        </p>
        <p>Native ads and push, in the open.</p>
      </header>
      <main className={styles.side} id="main" tabIndex={-1}>
        <div className={styles.form}>
          <HasLayout value={true}>{children ?? <Outlet />}</HasLayout>
        </div>
      </main>
    </div>
  );
}
