import { useState } from 'react';
import { useUnit } from '~/app/queries';
import { type MetricSide, metricHeading, metricOf, metricText } from '~/lib/metrics';
import { type DayRange, formatRange } from '~/lib/period';
import { stepLabel } from '~/lib/series';
import { ChangeMark } from '~/ui/figures';
import { LineChart } from '~/ui/line-chart';
import { None } from '~/ui/marks';
import { ErrorPanel, Skeleton } from '~/ui/states';
import styles from './metric-panel.module.css';
import type { SeriesFilters } from './series-query';
import { useSeries } from './use-series';

/** Tiles of figures over a chart: the chosen tile opens into it; the period before is dashed. */
export function MetricPanel({
  side,
  range,
  filters,
  keys,
  label,
}: {
  side: MetricSide;
  range: DayRange;
  filters: SeriesFilters;
  keys: readonly string[];
  /** Names the chart for screen readers. */
  label: string;
}) {
  const unit = useUnit();
  const [chosen, setChosen] = useState(keys[0] ?? '');
  const { now, grain, steps, open, earlier, until, changeOf, lines } = useSeries(side, range, { filters });
  const metric = metricOf(chosen, side);
  return (
    <section className={styles.panel} aria-label={label}>
      <div className={styles.tiles}>
        {keys.map((key) => {
          const tile = metricOf(key, side);
          const value = now.data?.total_result[key];
          const change = changeOf(tile);
          return (
            <button
              key={key}
              type="button"
              className={styles.tile}
              aria-pressed={key === chosen}
              onClick={() => setChosen(key)}
            >
              <span className={styles.k}>{tile.label}</span>
              <span className={styles.v}>
                {now.isPending ? (
                  <Skeleton width={72} height={18} />
                ) : typeof value === 'number' ? (
                  metricText(tile, value, unit)
                ) : (
                  <None />
                )}
              </span>
              <span className={styles.d}>{change && <ChangeMark change={change} />}</span>
            </button>
          );
        })}
      </div>
      {now.isError ? (
        <ErrorPanel title="The chart did not load" of={now} />
      ) : (
        <>
          <p className={styles.legend}>
            <span>
              <i style={{ background: 'var(--cat-1)' }} />
              {metricHeading(metric, unit)} {grain === 'hour' ? 'an hour' : 'a day'}
            </span>
            <span>
              <i className={styles.dash} />
              {formatRange(earlier)}
            </span>
            <span className="grow" />
            {until && <span className="t3">Changes compare both until {until}</span>}
            <span className="t3">{grain === 'hour' ? 'Hours' : 'Days'} in UTC</span>
          </p>
          <div className={styles.chart}>
            {now.isPending ? (
              <Skeleton height={220} radius={8} />
            ) : (
              <LineChart
                label={`${metric.label}, ${label}`}
                height={220}
                labels={steps.map(stepLabel)}
                open={open}
                format={(value) => metricText(metric, value, unit)}
                series={lines(metric)}
              />
            )}
          </div>
        </>
      )}
    </section>
  );
}
