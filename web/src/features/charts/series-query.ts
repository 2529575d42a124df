import { isAdditive, type MetricSide, metricOf } from '~/lib/metrics';
import type { DayRange } from '~/lib/period';
import { grainOf, seriesOf, stepsOf } from '~/lib/series';
import { SIDES, type StatAnswer, type ValueLists } from '../statistics/sides';

/** What a chart asks for beside the days. */
export type SeriesFilters = Partial<Record<'campaign' | 'group' | 'ad' | 'site' | 'block', ValueLists>>;

/** Steps that one answer holds at most. */
const MAX_STEPS = 500;

/** How often open figures are asked for, in milliseconds. */
const REFRESH_MS = 60_000;

/** The figures of a range, step by step, with the totals. */
export function seriesQuery(side: MetricSide, range: DayRange, filters: SeriesFilters = {}) {
  const grain = grainOf(range);
  const question = {
    groups: [grain],
    filters: { date_from: range.from, date_to: range.to, ...filters },
    order_by: grain,
    order_direction: 'asc' as const,
    page: 1,
    count: MAX_STEPS,
  };
  return { ...SIDES[side].ask(question), refetchInterval: REFRESH_MS };
}

/** The small lines below figures; undefined while the answer is not there. */
export function pointsOf(
  answer: StatAnswer | undefined,
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
