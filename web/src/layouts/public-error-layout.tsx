import type { ReactNode } from 'react';
import { cx } from '~/ui/classes';
import { PublicHead } from './public-head';
import styles from './public-layout.module.css';

/** Layout "public error": what went wrong, for somebody who is not logged in. It loads nothing, so that it shows without a connection. */
export function PublicErrorLayout({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <PublicHead />
      <main className={cx(styles.main, styles.error)} id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
