import { keepPreviousData } from '@tanstack/react-query';
import { type KeyboardEvent, useMemo } from 'react';
import { useUnit } from '~/app/queries';
import { formatDay } from '~/lib/format';
import { metricCell, metricsOf, metricText } from '~/lib/metrics';
import { formatRange } from '~/lib/period';
import { type Grain, stepLabel } from '~/lib/series';
import { ChangeMark } from '~/ui/figures';
import { LineChart } from '~/ui/line-chart';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { useSeries } from '../charts/use-series';
import { filterLists } from './question';
import { REFRESH_MS, SIDES } from './sides';
import styles from './statistics.module.css';
import type { Statistics } from './use-statistics';

/** How a report asks: what stood there stands until the next is there. */
const LIVE = { refetchInterval: REFRESH_MS, placeholderData: keepPreviousData };

/** A step in full. */
const stepName = (step: string) => (step.includes('T') ? `${formatDay(step)}, ${stepLabel(step)}` : formatDay(step));

/** Metric tiles; the chosen one opens into the chart below, beside the period before. */
export function Chart({ statistics }: { statistics: Statistics }) {
  const { state, side, range, set } = statistics;
  const unit = useUnit();
  const filters = useMemo(() => filterLists(state.filters), [state.filters]);
  const { now, grain, steps, open, earlier, until, changeOf, lines } = useSeries(side, range, {
    filters,
    compare: state.compare,
    more: LIVE,
  });
  const metrics = metricsOf(side);
  const tiles = SIDES[side].tiles.flatMap((key) => metrics.find((metric) => metric.key === key) ?? []);
  const chosen = metrics.find((metric) => metric.key === state.metric) ?? tiles[0];
  if (now.isError && !now.data) return <ErrorPanel title="The chart could not be loaded" of={now} />;
  const totals = now.data?.total_result;
  const onArrow = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tiles.findIndex(({ key }) => key === chosen?.key);
    const next = tiles[(at + step + tiles.length) % tiles.length];
    if (!next) return;
    set({ metric: next.key });
    event.currentTarget.querySelector<HTMLElement>(`[data-metric="${next.key}"]`)?.focus();
  };
  return (
    <section className={styles.panel} aria-label="Chart">
      <div className={styles.tiles} role="radiogroup" aria-label="Metric of the chart" onKeyDown={onArrow}>
        {tiles.map((metric) => {
          const change = changeOf(metric);
          return (
            // biome-ignore lint/a11y/useSemanticElements: a tile holds a figure and its change, a native radio cannot
            <button
              key={metric.key}
              type="button"
              role="radio"
              aria-checked={metric.key === chosen?.key}
              data-metric={metric.key}
              // One stop for the Tab key; arrows move between them.
              tabIndex={metric.key === (chosen ?? tiles[0])?.key ? 0 : -1}
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
            {state.compare && <span className={styles.legendBefore}>{formatRange(earlier)}</span>}
            {until && <span className="t3">Changes compare both until {until}</span>}
            <span className="t3">{grain === 'hour' ? 'Hours' : 'Days'} in UTC</span>
          </div>
          {now.data ? (
            <LineChart
              label={`${chosen.label}, ${formatRange(range)}`}
              labels={steps.map(stepName)}
              open={open}
              format={(value) => metricCell(chosen, value, unit)}
              tickLabel={(index) => tick(steps, index, grain)}
              series={lines(chosen)}
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
function tick(steps: readonly string[], index: number, grain: Grain): string {
  const step = steps[index] ?? '';
  const every = grain === 'hour' ? (steps.length > 24 ? 6 : 3) : Math.ceil(steps.length / 10);
  return index % every === 0 ? stepLabel(step) : '';
}
