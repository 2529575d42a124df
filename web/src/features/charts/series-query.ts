import { queryOptions } from '@tanstack/react-query';
import { call } from '~/api/http';
import { isAdditive, type MetricSide, metricOf } from '~/lib/metrics';
import type { DayRange } from '~/lib/period';
import { grainOf, seriesOf, stepsOf } from '~/lib/series';

/** A row of the statistics: its group's id and name, and the metrics. */
export interface StatsRow {
  level: string;
  id: string;
  name: string;
  [metric: string]: unknown;
}

/** The answer of a statistics call. */
export interface StatsAnswer {
  result: StatsRow[];
  total_result: Record<string, number | null>;
}

/** What a chart asks for beside the days. */
export type SeriesFilters = Record<string, { in: (number | string)[] }>;

const ADDRESS: Record<MetricSide, string> = {
  advertiser: '/api/advertiser/stats/tmp_with_postbacks',
  webmaster: '/api_v2/webmaster/stats',
};

/** The figures of a range, step by step, with the totals. */
export function seriesQuery(side: MetricSide, range: DayRange, filters: SeriesFilters = {}) {
  const grain = grainOf(range);
  return queryOptions({
    queryKey: ['series', side, range, filters],
    queryFn: ({ signal }) =>
      call<StatsAnswer>('POST', ADDRESS[side], {
        body: {
          groups: [grain],
          filters: { date_from: range.from, date_to: range.to, ...filters },
          order_by: grain,
          order_direction: 'asc',
          page: 1,
          count: 500,
        },
        signal,
      }),
    refetchInterval: 60_000,
  });
}

/** The small lines below figures; undefined while the answer is not there. */
export function pointsOf(
  answer: StatsAnswer | undefined,
  range: DayRange,
  keys: readonly string[],
  side: MetricSide,
): Record<string, (number | null)[]> | undefined {
  if (!answer) return undefined;
  const steps = stepsOf(range, grainOf(range));
  const now = Date.now();
  return Object.fromEntries(
    keys.map((key) => [key, seriesOf(answer.result, steps, key, isAdditive(metricOf(key, side)), now)]),
  );
}
