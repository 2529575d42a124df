import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Change } from '~/lib/metrics';
import { cx } from './classes';
import styles from './figures.module.css';
import { Skeleton } from './states';

/** One figure of a strip. */
export interface Figure {
  key: string;
  label: string;
  value: ReactNode;
  change?: Change | null | undefined;
  /** Words after the change, or in its place. */
  note?: ReactNode;
  /** Values of a small line below. */
  points?: readonly (number | null)[] | undefined;
}

/** A change against before: an arrow and the number; coloured only where up is good or bad. */
export function ChangeMark({ change }: { change: Change }) {
  const tone = change.good === null ? 't2' : change.good ? 'up' : 'down';
  return (
    <span className={cx(styles.change, tone)}>
      {change.direction === 'up' && <IconArrowUp size={12} stroke={2.25} aria-hidden />}
      {change.direction === 'down' && <IconArrowDown size={12} stroke={2.25} aria-hidden />}
      {change.text}
    </span>
  );
}

/** Fewer values make no line: they are dots. */
const LINE_FROM = 3;

/** A line without axes over the values that are known; a few of them are dots, so that no stray dash is read as a trend. */
export function Sparkline({ points, accent }: { points: readonly (number | null)[]; accent?: boolean }) {
  const known = points.filter((point) => point !== null);
  const top = Math.max(...known);
  const low = Math.min(...known, 0);
  const x = (index: number) => (index / Math.max(1, points.length - 1)) * 140;
  const y = (value: number) => 20 - ((value - low) / (top - low || 1)) * 18;
  const spots = points.flatMap((point, index) =>
    point === null ? [] : [`${x(index).toFixed(1)} ${y(point).toFixed(1)}`],
  );
  const isLine = spots.length >= LINE_FROM;
  // A line of no length with round ends is a dot that stays round however the drawing is stretched.
  const path = isLine ? `M${spots.join('L')}` : spots.map((spot) => `M${spot}h0`).join('');
  return (
    <svg className={styles.spark} viewBox="0 0 140 22" preserveAspectRatio="none" aria-hidden="true">
      <path
        d={path}
        fill="none"
        stroke={accent ? 'var(--accent)' : 'var(--text-3)'}
        strokeWidth={isLine ? 1.5 : 5}
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** The strip of figures above a list; skeletons of the same size while `figures` is undefined. */
export function Figures({
  label,
  figures,
  count = 6,
}: {
  label: string;
  figures: readonly Figure[] | undefined;
  count?: number;
}) {
  return (
    <section className={styles.figs} aria-label={label} aria-busy={!figures || undefined}>
      {figures
        ? figures.map((figure, index) => (
            <div key={figure.key} className={styles.fig}>
              <div className={styles.k}>{figure.label}</div>
              <div className={styles.v}>{figure.value}</div>
              <div className={styles.d}>
                {figure.change && <ChangeMark change={figure.change} />}
                {figure.note}
              </div>
              {figure.points && <Sparkline points={figure.points} accent={index === 0} />}
            </div>
          ))
        : Array.from({ length: count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing else
            <div key={index} className={styles.fig}>
              <div className={styles.k}>
                <Skeleton width="42%" height={12} />
              </div>
              <div className={styles.v} style={{ paddingBlock: 6 }}>
                <Skeleton width="76%" height={20} />
              </div>
              <div className={styles.d}>
                <Skeleton width="58%" />
              </div>
            </div>
          ))}
    </section>
  );
}
