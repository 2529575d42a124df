import { useHasLayout } from '~/layouts/has-layout';
import { cx } from './classes';
import { Skeleton } from './states';
import styles from './states.module.css';

/** What stands while a page's code and first data come. */
export function PagePending() {
  const hasLayout = useHasLayout();
  // Before there is a layout it is the page's own landmark.
  const Box = hasLayout ? 'div' : 'main';
  return (
    <Box className={cx('stack', !hasLayout && styles.alone)} aria-busy>
      <h1 className="vh">Loading the page</h1>
      <Skeleton width={180} height={12} />
      <Skeleton width={260} height={28} />
      <Skeleton height={96} radius={8} />
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={28} />
      ))}
      <p className="vh" role="status">
        Loading the page
      </p>
    </Box>
  );
}
