import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CookieNotice } from './cookie-notice';
import { HasLayout } from './has-layout';
import { PublicFoot } from './public-foot';
import { PublicHead } from './public-head';
import styles from './public-layout.module.css';

/** Layout "default": public pages between head and foot. `children` stand alone in the landmark; without them the route's page does. */
export function DefaultLayout({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.page}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <PublicHead />
      <main className={styles.main} id="main" tabIndex={-1}>
        <HasLayout value={true}>{children ?? <Outlet />}</HasLayout>
      </main>
      <PublicFoot />
      <CookieNotice />
    </div>
  );
}
