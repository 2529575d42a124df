import { queryOptions } from '@tanstack/react-query';
import { queryAdvertiserStats, queryWebmasterStats, type StatsFilter } from '~/api/sdk';
import { isAdditive, type MetricSide, metricOf } from '~/lib/metrics';
import type { DayRange } from '~/lib/period';
import { grainOf, seriesOf, stepsOf } from '~/lib/series';

/** The answer of a statistics call, as charts read it. */
export interface StatsAnswer {
  result: readonly { id: string; [metric: string]: unknown }[];
  total_result: Partial<Record<string, number | null>>;
}

/** What a chart asks for beside the days. */
export type SeriesFilters = Partial<Record<'campaign' | 'group' | 'ad' | 'site' | 'block', StatsFilter>>;

/** Steps that one answer holds at most. */
const MAX_STEPS = 500;

/** The figures of a range, step by step, with the totals. */
export function seriesQuery(side: MetricSide, range: DayRange, filters: SeriesFilters = {}) {
  const grain = grainOf(range);
  return queryOptions({
    queryKey: ['series', side, range, filters],
    queryFn: async ({ signal }): Promise<StatsAnswer> => {
      const body = {
        groups: [grain],
        filters: { date_from: range.from, date_to: range.to, ...filters },
        order_by: grain,
        order_direction: 'asc' as const,
        page: 1,
        count: MAX_STEPS,
      };
      const { data } =
        side === 'advertiser'
          ? await queryAdvertiserStats({ body, signal })
          : await queryWebmasterStats({ body, signal });
      // No file was asked for.
      return data as StatsAnswer;
    },
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
