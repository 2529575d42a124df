import { useQuery } from '@tanstack/react-query';
import { useUnit } from '~/app/queries';
import { formatDay } from '~/lib/format';
import { type Metric, metricCell, metricChange, metricsOf, metricText } from '~/lib/metrics';
import { type DayRange, daysIn, previousRange } from '~/lib/period';
import { ChangeMark } from '~/ui/figures';
import { LineChart } from '~/ui/line-chart';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { chartQuestion, moments } from './question';
import { SIDES, type StatAnswer, statisticsQuery } from './sides';
import styles from './statistics.module.css';
import type { Statistics } from './use-statistics';

const figureOf = (row: Record<string, unknown> | undefined, key: string): number | null => {
  const value = row?.[key];
  return typeof value === 'number' ? value : null;
};

/** What a moment without a row counts as: nothing happened, but a ratio of nothing is not zero. */
const absent = (metric: Metric) => (metric.kind === 'count' || metric.key.startsWith('money') ? 0 : null);

const series = (answer: StatAnswer | undefined, at: readonly string[], metric: Metric) => {
  const rows = new Map(answer?.result.map((row) => [row.id, row]));
  return at.map((moment) => (rows.has(moment) ? figureOf(rows.get(moment), metric.key) : absent(metric)));
};

const rangeText = (range: DayRange) =>
  range.from === range.to ? formatDay(range.from) : `${formatDay(range.from)} to ${formatDay(range.to)}`;

/** Metric tiles; the chosen one opens into the chart below, beside the period before. */
export function Chart({ statistics }: { statistics: Statistics }) {
  const { state, side, range, set } = statistics;
  const unit = useUnit();
  const days = daysIn(range);
  const hourly = days <= 2;
  const before = previousRange(range);
  const now = useQuery(statisticsQuery(side, chartQuestion(state, range, days)));
  const earlier = useQuery({ ...statisticsQuery(side, chartQuestion(state, before, days)), enabled: state.compare });
  const metrics = metricsOf(side);
  const tiles = SIDES[side].tiles.flatMap((key) => metrics.find((metric) => metric.key === key) ?? []);
  const chosen = metrics.find((metric) => metric.key === state.metric) ?? tiles[0];
  if (now.isError && !now.data) {
    return <ErrorPanel title="The chart could not be loaded" error={now.error} onRetry={() => void now.refetch()} />;
  }
  const totals = now.data?.total_result;
  const earlierTotals = state.compare ? earlier.data?.total_result : undefined;
  const axis = moments(range, hourly, Date.now());
  const earlierAxis = moments(before, hourly, Date.now()).slice(0, Math.max(axis.length, 1));
  const label = (moment: string) => (hourly ? `${formatDay(moment)}, ${moment.slice(11)}:00` : formatDay(moment));
  return (
    <section className={styles.panel} aria-label="Chart">
      <div className={styles.tiles} role="radiogroup" aria-label="Metric of the chart">
        {tiles.map((metric) => {
          const change = metricChange(metric, totals?.[metric.key], earlierTotals?.[metric.key]);
          return (
            // biome-ignore lint/a11y/useSemanticElements: a tile holds a figure and its change, a native radio cannot
            <button
              key={metric.key}
              type="button"
              role="radio"
              aria-checked={metric.key === chosen?.key}
              className={styles.tile}
              onClick={() => set({ metric: metric.key })}
            >
              <span className={styles.tileKey}>{metric.label}</span>
              <span className={styles.tileValue}>
                {totals ? metricText(metric, totals[metric.key], unit) : <Skeleton width={80} height={20} />}
              </span>
              <span className={styles.tileChange}>{change && <ChangeMark change={change} />}</span>
            </button>
          );
        })}
      </div>
      {chosen && (
        <div className={styles.chart}>
          <div className={styles.legend}>
            <span className={styles.legendNow}>{chosen.label}</span>
            {state.compare && <span className={styles.legendBefore}>{rangeText(before)}</span>}
            <span className="t3">{hourly ? 'Hours' : 'Days'} in UTC</span>
          </div>
          {now.data ? (
            <LineChart
              label={`${chosen.label}, ${rangeText(range)}`}
              labels={axis.map(label)}
              format={(value) => metricCell(chosen, value, unit)}
              tickLabel={(index) => tick(axis, index, hourly)}
              series={[
                { key: 'now', label: chosen.label, values: series(now.data, axis, chosen) },
                ...(state.compare && earlier.data
                  ? [
                      {
                        key: 'before',
                        label: 'Before',
                        values: series(earlier.data, earlierAxis, chosen),
                        compare: true,
                      },
                    ]
                  : []),
              ]}
            />
          ) : (
            <Skeleton height={260} radius={8} />
          )}
        </div>
      )}
    </section>
  );
}

/** The text below a point: every third hour, or days so that they find room. */
function tick(axis: readonly string[], index: number, hourly: boolean): string {
  const moment = axis[index] ?? '';
  if (hourly) return Number(moment.slice(11)) % (axis.length > 24 ? 6 : 3) === 0 ? `${moment.slice(11)}:00` : '';
  const step = Math.ceil(axis.length / 10);
  return index % step === 0 ? formatDay(moment) : '';
}
