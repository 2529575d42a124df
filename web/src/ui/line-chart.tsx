import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, memo, type PointerEvent, useId, useMemo, useState } from 'react';
import { thinned } from '~/lib/series';
import styles from './line-chart.module.css';

/** One line. Null leaves a gap. */
export interface ChartSeries {
  key: string;
  label: string;
  values: readonly (number | null)[];
  /** The comparison: dashed and grey. */
  compare?: boolean;
  /** A token: `var(--cat-1)`. */
  color?: string;
}

const LEFT = 52;
const RIGHT = 16;
const TOP = 12;
const BOTTOM = 26;
/** Drawn so wide until it is measured, and never narrower than a small phone, in px. */
const [WIDE_USUAL, WIDE_MIN] = [560, 240];
/** Narrower than this, what is read stands in the corner away from it: beside it, it would be cut off. */
const TIP_BESIDE_MIN = 420;

/** Round steps for an axis: at most five of them from zero over the highest value. */
export function axisTicks(highest: number): number[] {
  if (!(highest > 0)) return [0, 1];
  const rough = highest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? power * 10;
  const count = Math.ceil(highest / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** The same, from what may be below zero: one step on both sides, so that no two labels stand on each other. */
export function axisTicksBetween(lowest: number, highest: number): number[] {
  if (!(lowest < 0)) return axisTicks(highest);
  const [, step = 1] = axisTicks(Math.max(highest, -lowest));
  const down = Math.ceil(-lowest / step - 1e-9);
  const up = Math.max(0, Math.ceil(highest / step - 1e-9));
  return Array.from({ length: down + up + 1 }, (_, index) => Number(((index - down) * step).toPrecision(12)));
}

/** Where the points of a chart stand, in pixels. */
function layoutOf(points: number, series: readonly ChartSeries[], wide: number, height: number) {
  let highest = 0;
  let lowest = 0;
  for (const { values } of series) {
    for (const value of values) {
      highest = Math.max(highest, value ?? 0);
      lowest = Math.min(lowest, value ?? 0);
    }
  }
  const ticks = axisTicksBetween(lowest, highest);
  const floor = ticks[0] ?? 0;
  const ceiling = ticks.at(-1) ?? 1;
  return {
    ticks,
    isEmpty: highest === 0 && lowest === 0,
    x: (index: number) =>
      LEFT + (points > 1 ? (index / (points - 1)) * (wide - LEFT - RIGHT) : (wide - LEFT - RIGHT) / 2),
    y: (value: number) => TOP + (1 - (value - floor) / (ceiling - floor)) * (height - TOP - BOTTOM),
  };
}
type Layout = ReturnType<typeof layoutOf>;

const colorOf = (one: ChartSeries) => (one.compare ? 'var(--compare)' : (one.color ?? 'var(--cat-1)'));

/** The line of a series, with as many points as a screen of this width can tell apart. */
function lineOf(values: readonly (number | null)[], { x, y }: Layout, wide: number): string {
  let out = '';
  let pen = false;
  for (const index of thinned(values, Math.round(wide))) {
    const value = values[index] ?? null;
    if (value !== null) out += `${pen ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    pen = value !== null;
  }
  return out;
}

/** So much room a text below a point takes, in px: "26 Oct" and the space before the next. */
const LABEL_WIDE = 54;

/** The texts below the points: as many of those that are wanted as find room beside each other, evenly. */
function labelled(texts: readonly string[], x: (index: number) => number) {
  const wanted = texts.flatMap((text, index) => (text ? [{ index, text }] : []));
  const [first, second] = wanted;
  if (!first || !second) return wanted;
  const every = Math.ceil(LABEL_WIDE / (x(second.index) - x(first.index)));
  return wanted.filter((_, place) => place % every === 0);
}

/** What does not change while the values are read. */
const Drawing = memo(function Drawing({
  layout,
  labels,
  series,
  format,
  wide,
  height,
  tickLabel,
  open,
}: {
  layout: Layout;
  labels: readonly string[];
  series: readonly ChartSeries[];
  format(value: number | null): string;
  wide: number;
  height: number;
  tickLabel: ((index: number) => string) | undefined;
  open: number;
}) {
  const hatch = useId();
  const { ticks, isEmpty, x, y } = layout;
  const points = labels.length;
  const room = Math.max(1, Math.ceil(points / Math.floor((wide - LEFT) / 76)));
  const below = labelled(
    labels.map((text, index) => (tickLabel ? tickLabel(index) : index % room === 0 ? text : '')),
    x,
  );
  const main = series.find((one) => !one.compare);
  // The ground is filled up to the first gap: what is not over or still to come has none.
  const gap = main?.values.findIndex((value, index) => value === null || index === open) ?? 0;
  const solid = gap < 0 ? points : gap;
  const half = points > 1 ? (x(1) - x(0)) / 2 : (wide - LEFT - RIGHT) / 2;
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            className={tick === 0 ? styles.base : styles.grid}
            x1={LEFT}
            x2={wide - RIGHT}
            y1={y(tick)}
            y2={y(tick)}
          />
          <text x={LEFT - 10} y={y(tick) + 4} textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {open >= 0 && (
        <>
          <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <path d="M0 0V6" stroke="var(--line-strong)" strokeWidth="1.5" />
          </pattern>
          <rect
            data-open
            x={Math.max(LEFT, x(open) - half)}
            y={TOP}
            width={Math.min(wide - RIGHT, x(open) + half) - Math.max(LEFT, x(open) - half)}
            height={height - TOP - BOTTOM}
            fill={`url(#${hatch})`}
            opacity="0.55"
          />
        </>
      )}
      {below.map(({ index, text }) => (
        <text
          key={index}
          x={x(index)}
          y={height - 6}
          textAnchor={index === points - 1 && points > 1 ? 'end' : 'middle'}
        >
          {text}
        </text>
      ))}
      {isEmpty ? (
        <text x={LEFT + 12} y={height / 2} className={styles.nothing}>
          Nothing happened in this period yet
        </text>
      ) : (
        <Lines {...{ layout, series, wide, open, solid }} />
      )}
    </>
  );
});

/** The lines themselves, with a soft fill under the first up to `solid`. */
function Lines({
  layout,
  series,
  wide,
  open,
  solid,
}: {
  layout: Layout;
  series: readonly ChartSeries[];
  wide: number;
  open: number;
  solid: number;
}) {
  const { x, y } = layout;
  const main = series.find((one) => !one.compare);
  return (
    <>
      {main && solid > 1 && (
        <path
          d={`${lineOf(main.values.slice(0, solid), layout, wide)}L${x(solid - 1)} ${y(0)}L${x(0)} ${y(0)}Z`}
          fill={colorOf(main)}
          fillOpacity="0.08"
        />
      )}
      {series.map((one) => (
        <path
          key={one.key}
          d={lineOf(one.compare ? one.values : finished(one.values, open), layout, wide)}
          fill="none"
          stroke={colorOf(one)}
          strokeWidth={one.compare ? 1.5 : 2}
          strokeDasharray={one.compare ? '4 4' : undefined}
          strokeLinejoin="round"
        />
      ))}
      {series.map((one) => (
        <Dots key={one.key} one={one} open={open} layout={layout} />
      ))}
      {series.map((one) => (
        <Unfinished key={one.key} one={one} open={open} layout={layout} />
      ))}
    </>
  );
}

/** So few values are shown as dots on their line: a line of two would be read as a course of things. */
const DOTS_MAX = 7;

/** Values that a line alone does not show: few ones, and those without a neighbour. */
function Dots({ one, open, layout: { x, y } }: { one: ChartSeries; open: number; layout: Layout }) {
  const values = one.compare ? one.values : finished(one.values, open);
  const isFew = values.filter((value) => value !== null).length <= DOTS_MAX;
  return values.map((value, index) => {
    const isAlone = (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
    if (value === null || !(isFew || isAlone)) return null;
    return <circle key={x(index)} data-dot cx={x(index)} cy={y(value)} r={one.compare ? 2.5 : 3} fill={colorOf(one)} />;
  });
}

/** The values of what is over. */
const finished = (values: readonly (number | null)[], open: number) =>
  open < 0 ? values : values.map((value, index) => (index === open ? null : value));

/** What there is of the step that is not over: dotted, so that it is read as no fall. */
function Unfinished({ one, open, layout: { x, y } }: { one: ChartSeries; open: number; layout: Layout }) {
  const [last, value] = [one.values[open - 1] ?? null, one.values[open] ?? null];
  if (one.compare || value === null) return null;
  return (
    <>
      {last !== null && (
        <path
          d={`M${x(open - 1)} ${y(last)}L${x(open)} ${y(value)}`}
          fill="none"
          stroke={colorOf(one)}
          strokeWidth={2}
          strokeDasharray="2 4"
          strokeLinecap="round"
        />
      )}
      <circle cx={x(open)} cy={y(value)} r={3.5} fill="var(--surface)" stroke={colorOf(one)} strokeWidth={2} />
    </>
  );
}

/** Where the values of a point are read. */
function tipAt(x: number, wide: number) {
  const isRight = x > wide / 2;
  if (wide < TIP_BESIDE_MIN) return isRight ? { left: 0 } : { right: 0 };
  return isRight ? { right: wide - x + 12 } : { left: x + 12 };
}

/** Lines over time: hairline grid, two-pixel line, soft fill under the first, a tip with the values of a moment. */
export function LineChart({
  label,
  labels,
  series,
  format,
  height = 260,
  tickLabel,
  open = -1,
}: {
  /** Names the chart for screen readers. */
  label: string;
  /** One a point: shown in the tip. */
  labels: readonly string[];
  series: readonly ChartSeries[];
  format(value: number | null): string;
  height?: number;
  /** The text below a point; empty for none. By default every label that finds room. */
  tickLabel?: (index: number) => string;
  /** The step that is not over: hatched, and drawn apart. */
  open?: number;
}) {
  const { ref, width } = useElementSize();
  const [at, setAt] = useState<number | null>(null);
  const wide = Math.max(width || WIDE_USUAL, WIDE_MIN);
  const points = labels.length;
  const layout = useMemo(() => layoutOf(points, series, wide, height), [points, series, wide, height]);
  const { x, y } = layout;
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left - LEFT) / (box.width - LEFT - RIGHT);
    setAt(Math.min(points - 1, Math.max(0, Math.round(share * (points - 1)))));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    setAt(Math.min(points - 1, Math.max(0, (at ?? (step > 0 ? -1 : points)) + step)));
  };
  return (
    <div ref={ref}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing that is read as one picture */}
      <div
        className={styles.box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the values are read with the arrow keys
        tabIndex={0}
        role="group"
        aria-label={`${label}. ${open < 0 ? '' : `${labels[open]} is not over yet. `}Arrow keys read the values.`}
        onKeyDown={onKeyDown}
      >
        <svg
          className={styles.chart}
          width={wide}
          height={height}
          viewBox={`0 0 ${wide} ${height}`}
          role="img"
          aria-label={label}
          onPointerMove={move}
          onPointerLeave={() => setAt(null)}
        >
          {at !== null && <line className={styles.cursor} x1={x(at)} x2={x(at)} y1={TOP} y2={height - BOTTOM} />}
          <Drawing {...{ layout, labels, series, format, wide, height, tickLabel, open }} />
          {series.map((one) => {
            const alone = points === 1 ? 0 : at;
            const value = alone === null ? null : (one.values[alone] ?? null);
            return value === null || alone === null ? null : (
              <circle
                key={one.key}
                cx={x(alone)}
                cy={y(value)}
                r={4}
                fill={one.compare ? 'var(--surface)' : colorOf(one)}
                stroke={one.compare ? 'var(--compare)' : 'var(--surface)'}
                strokeWidth={1.5}
              />
            );
          })}
        </svg>
        {at !== null && (
          <div className={styles.tip} role="status" style={{ top: TOP, ...tipAt(x(at), wide) }}>
            <b>
              {labels[at]}
              {at === open && ', not over yet'}
            </b>
            {series.map((one) => (
              <span key={one.key} className={styles.line}>
                <i className={styles.key} style={{ background: colorOf(one) }} />
                <span>{one.label}</span>
                <span>{format(one.values[at] ?? null)}</span>
              </span>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
