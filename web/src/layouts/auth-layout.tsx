import { Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Logo } from '~/ui/marks';
import styles from './auth-layout.module.css';

/**
 * Layout "public authentication": the poster beside one short form (login, sign-up, reset, confirm). The page gives its h1;
 * `aside` stands at the form's foot, usually the way to the neighbouring page.
 */
export function AuthLayout({ children, aside }: { children?: ReactNode; aside?: ReactNode }) {
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
        <p>Native advertising, in the open.</p>
      </header>
      <main className={styles.side} id="main" tabIndex={-1}>
        <div className={styles.form}>
          {children ?? <Outlet />}
          {aside && <div className={styles.aside}>{aside}</div>}
        </div>
      </main>
    </div>
  );
}
