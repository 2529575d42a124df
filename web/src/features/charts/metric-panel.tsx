import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUnit } from '~/app/queries';
import { isAdditive, type MetricSide, metricChange, metricHeading, metricOf, metricText } from '~/lib/metrics';
import { type DayRange, formatRange, previousRange } from '~/lib/period';
import { grainOf, seriesOf, stepLabel, stepsOf } from '~/lib/series';
import { ChangeMark } from '~/ui/figures';
import { LineChart } from '~/ui/line-chart';
import { None } from '~/ui/marks';
import { ErrorPanel, Skeleton } from '~/ui/states';
import styles from './metric-panel.module.css';
import { type SeriesFilters, seriesQuery } from './series-query';

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
  const earlierRange = previousRange(range);
  const now = useQuery(seriesQuery(side, range, filters));
  const before = useQuery(seriesQuery(side, earlierRange, filters));
  const metric = metricOf(chosen, side);
  const grain = grainOf(range);
  const at = now.dataUpdatedAt || Date.now();
  const steps = stepsOf(range, grain);
  const earlierSteps = stepsOf(earlierRange, grain);
  const additive = isAdditive(metric);
  return (
    <section className={styles.panel} aria-label={label}>
      <div className={styles.tiles}>
        {keys.map((key) => {
          const tile = metricOf(key, side);
          const value = now.data?.total_result[key];
          const change = metricChange(tile, value, before.data?.total_result[key]);
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
        <ErrorPanel title="The chart did not load" error={now.error} onRetry={() => void now.refetch()} />
      ) : (
        <>
          <p className={styles.legend}>
            <span>
              <i style={{ background: 'var(--cat-1)' }} />
              {metricHeading(metric, unit)} {grain === 'hour' ? 'an hour' : 'a day'}
            </span>
            <span>
              <i className={styles.dash} />
              {formatRange(earlierRange)}
            </span>
            <span className="grow" />
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
                format={(value) => metricText(metric, value, unit)}
                series={[
                  {
                    key: 'before',
                    label: 'Before',
                    compare: true,
                    values: seriesOf(before.data?.result ?? [], earlierSteps, chosen, additive, at),
                  },
                  {
                    key: 'now',
                    label: metric.label,
                    values: seriesOf(now.data?.result ?? [], steps, chosen, additive, at),
                  },
                ]}
              />
            )}
          </div>
        </>
      )}
    </section>
  );
}
