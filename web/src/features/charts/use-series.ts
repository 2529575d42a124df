import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Change, isAdditive, type Metric, type MetricSide, metricChange, metricOf } from '~/lib/metrics';
import { type DayRange, previousRange } from '~/lib/period';
import { comparable, type Grain, grainOf, openStep, seriesOf, stepsOf } from '~/lib/series';
import type { ChartSeries } from '~/ui/line-chart';
import { useHour } from '~/ui/use-now';
import type { StatAnswer } from '../statistics/asking';
import { type SeriesFilters, seriesQuery, totalsQuery } from './series-query';

/** The figures of a range beside those of the range before. */
export interface Series {
  now: UseQueryResult<StatAnswer>;
  grain: Grain;
  steps: string[];
  /** The step that is not over, -1 for none. */
  open: number;
  /** The days before. */
  earlier: DayRange;
  /** Both are compared until then; null where they are compared whole, or not at all. */
  until: string | null;
  /** How a figure moved; null where it cannot be compared. */
  changeOf(metric: Metric): Change | null;
  /** The lines of a chart. */
  lines(metric: Metric): ChartSeries[];
  /** The values of the steps that are over: an unfinished one would look like a fall. */
  closedPoints(key: string): (number | null)[] | undefined;
}

/** What of a series is asked for. */
interface Asked {
  filters?: SeriesFilters;
  /** Whether there is a comparison, and whether it is drawn. */
  compare?: boolean;
  drawn?: boolean;
  /** What the questions have beside: how often they are asked, what stands meanwhile. */
  more?: { refetchInterval?: number; placeholderData?: (before: StatAnswer | undefined) => StatAnswer | undefined };
}

const NONE: SeriesFilters = {};

/**
 * Asks for the figures of a range and of the one before. They are compared over the same hours: while the last day runs, its
 * unfinished hour and those to come are left out of both.
 */
export function useSeries(
  side: MetricSide,
  range: DayRange,
  { filters = NONE, compare = true, drawn = true, more = {} }: Asked = {},
): Series {
  const hour = useHour();
  const earlier = previousRange(range);
  const fair = compare ? comparable(range, hour) : null;
  const isWhole = fair?.until === null;
  const now = useQuery({ ...seriesQuery(side, range, filters), ...more });
  const before = useQuery({
    ...seriesQuery(side, earlier, filters),
    ...more,
    enabled: compare && (drawn || isWhole),
  });
  const isPart = fair !== null && !isWhole;
  const closed = useQuery({ ...totalsQuery(side, range, filters, fair?.now ?? []), enabled: isPart });
  const closedBefore = useQuery({ ...totalsQuery(side, earlier, filters, fair?.before ?? []), enabled: isPart });
  const [one, other] = isPart ? [closed, closedBefore] : [now, before];
  // What stands only until its answer comes is of another question.
  const isComparable = fair !== null && !one.isPlaceholderData && !other.isPlaceholderData;

  const grain = grainOf(range);
  const steps = stepsOf(range, grain);
  const open = openStep(steps, hour);
  const values = (answer: StatAnswer | undefined, of: readonly string[], metric: Metric) =>
    seriesOf(answer?.result ?? [], of, metric.key, isAdditive(metric), hour);
  return {
    now,
    grain,
    steps,
    open,
    earlier,
    until: fair?.until ?? null,
    changeOf: (metric) =>
      isComparable
        ? metricChange(metric, one.data?.total_result[metric.key], other.data?.total_result[metric.key])
        : null,
    lines: (metric) => [
      ...(compare && before.data
        ? [
            {
              key: 'before',
              label: 'Before',
              compare: true as const,
              values: values(before.data, stepsOf(earlier, grain), metric),
            },
          ]
        : []),
      { key: 'now', label: metric.label, values: values(now.data, steps, metric) },
    ],
    closedPoints: (key) =>
      now.data && values(now.data, steps, metricOf(key, side)).map((value, step) => (step === open ? null : value)),
  };
}
