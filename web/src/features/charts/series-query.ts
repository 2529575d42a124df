import type { MetricSide } from '~/lib/metrics';
import type { DayRange } from '~/lib/period';
import { grainOf } from '~/lib/series';
import { ASK, type Question, type ValueLists } from '../statistics/asking';

/** What a chart asks for beside the days. */
export type SeriesFilters = Partial<Record<string, ValueLists>>;

/** Steps that one answer holds at most. */
const STEPS_MAX = 500;

/** How often open figures are asked for, in milliseconds. */
const REFRESH_MS = 60_000;

const question = (range: DayRange, filters: SeriesFilters, count: number): Question => {
  const grain = grainOf(range);
  const days = { date_from: range.from, date_to: range.to };
  const given = filters as Record<string, ValueLists>;
  return {
    groups: [grain],
    filters: { ...days, ...given },
    order_by: grain,
    order_direction: 'asc',
    page: 1,
    count,
  };
};

/** The figures of a range, step by step, with the totals. */
export const seriesQuery = (side: MetricSide, range: DayRange, filters: SeriesFilters) => ({
  ...ASK[side](question(range, filters, STEPS_MAX)),
  refetchInterval: REFRESH_MS,
});

/** The totals of a range without some of its hours. */
export function totalsQuery(side: MetricSide, range: DayRange, filters: SeriesFilters, without: readonly string[]) {
  const hour = { ...filters.hour, not_in: [...(filters.hour?.not_in ?? []), ...without] };
  return { ...ASK[side](question(range, { ...filters, hour }, 1)), refetchInterval: REFRESH_MS };
}
