import { useRouterState } from '@tanstack/react-router';
import styles from './page-loader.module.css';

/** The line at the page's upper edge while another page is on its way: it runs for about a second, then waits. */
export function PageLoader() {
  const isLoading = useRouterState({ select: (state) => state.status === 'pending' });
  return isLoading ? <div className={styles.line} aria-hidden /> : null;
}
