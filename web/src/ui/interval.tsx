import { type Interval as Bounds, placeOn } from '~/lib/interval';
import { cx } from './classes';
import styles from './interval.module.css';

/**
 * A value as a dot with the interval that holds it, on a scale that all of them share. Coloured only where the interval lies
 * wholly on one side of the mean.
 */
export function Interval({
  interval: { rate, low, high },
  scale,
  mean,
  label,
}: {
  interval: Bounds;
  scale: { from: number; to: number };
  /** That of all together. */
  mean?: number | undefined;
  /** What it shows, in words. */
  label: string;
}) {
  const [left, right] = [placeOn(scale, low), placeOn(scale, high)];
  const tone = mean === undefined ? undefined : low > mean ? styles.ok : high < mean ? styles.bad : undefined;
  return (
    <span className={cx(styles.track, tone)} role="img" aria-label={label}>
      {mean !== undefined && <i className={styles.mean} style={{ left: `${placeOn(scale, mean)}%` }} />}
      <i className={styles.span} style={{ left: `${left}%`, width: `${Math.max(1, right - left)}%` }} />
      <i className={styles.dot} style={{ left: `${placeOn(scale, rate)}%` }} />
    </span>
  );
}
