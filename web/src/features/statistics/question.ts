/** A statistics question as the page's address holds it, and as the server is asked it. Pure. */
import { ADVERTISER_STATS_REQUEST_LIMITS } from '~/api/words';
import type { MetricSide } from '~/lib/metrics';
import { type DayRange, type Period, periodOr } from '~/lib/period';
import type { Question, ValueLists } from './asking';
import { isTime } from './dimensions';
import { type Filter, type StatisticsSearch, VALUES_MAX } from './search';
import { SIDES } from './sides';

export type { Filter, StatisticsSearch } from './search';

/** The name of a dimension that people read. */
export const dimensionLabel = (key: string, side: MetricSide): string =>
  SIDES[side].dimensions.find((dimension) => dimension.key === key)?.label ?? key;

/** Dimensions whose values are found with data about addresses. */
const FROM_ADDRESSES: ReadonlySet<string> = new Set(['country', 'region', 'city', 'isp']);

/** Whether a report shows places or networks of addresses, as rows or in a filter. */
export const showsPlaces = (state: Pick<StatisticsState, 'levels' | 'filters'>): boolean =>
  [...state.levels, ...state.filters.map((filter) => filter.by)].some((key) => FROM_ADDRESSES.has(key));

/** The most levels of rows. */
export const LEVELS_MAX = ADVERTISER_STATS_REQUEST_LIMITS.groups.max;

/** Rows below an opened one; a file has the rest. */
export const BELOW_MAX = 200;

/** Rows a page when nothing was chosen. */
export const COUNT_DEFAULT = 20;

/** What is chosen, with defaults filled in. */
export interface StatisticsState {
  period: Period;
  compare: boolean;
  levels: string[];
  filters: Filter[];
  metric: string;
  /** A metric or a dimension. */
  sort: string;
  dir: 'asc' | 'desc';
  page: number;
  count: number;
  columns: string[] | null;
  compact: boolean;
}

/** Reads the address. Unknown dimensions are dropped, so that an old link still opens. */
export function readState(search: StatisticsSearch, side: MetricSide): StatisticsState {
  const { start: defaults, dimensions } = SIDES[side];
  const known = new Set(dimensions.map((dimension) => dimension.key));
  const narrows = new Set(SIDES[side].dimensions.map((dimension) => dimension.key));
  const asked = search.rows?.split('.').filter((key) => known.has(key)) ?? [];
  const levels = [...new Set(asked.length > 0 ? asked : defaults.rows)].slice(0, LEVELS_MAX);
  return {
    period: search.period ?? defaults.period,
    compare: search.compare ?? true,
    levels,
    filters: (search.filters ?? []).filter((filter) => narrows.has(filter.by) && !(filter.not && SIDES[side].isOnly)),
    metric: search.metric ?? defaults.metric,
    sort: search.sort ?? (isTime(levels[0] ?? '') ? (levels[0] ?? defaults.sort) : defaults.sort),
    dir: search.dir ?? 'desc',
    page: search.page ?? 1,
    count: search.count ?? COUNT_DEFAULT,
    columns: search.cols ? search.cols.split('.') : null,
    compact: search.compact ?? false,
  };
}

/** The part of the filters that the page's chips make. Chips of one dimension are one list of each kind. */
export function filterLists(filters: readonly Filter[]): Record<string, ValueLists> {
  const lists: Record<string, ValueLists> = {};
  for (const filter of filters) {
    const name = filter.not ? 'not_in' : 'in';
    const known = lists[filter.by] ?? {};
    lists[filter.by] = { ...known, [name]: [...new Set([...(known[name] ?? []), ...filter.values])] };
  }
  return lists;
}

/** The filters with one more value: of those that are, it is the only one then; those that are not become one more. */
export function narrowed(filters: readonly Filter[], by: string, value: string, not: boolean): Filter[] {
  const isKind = (filter: Filter) => filter.by === by && filter.not === not;
  const known = not ? filters.filter(isKind).flatMap(({ values }) => values) : [];
  const values = [...new Set([...known, value])];
  const full = Math.ceil(values.length / VALUES_MAX);
  const parts = Array.from({ length: full }, (_, part) => values.slice(part * VALUES_MAX, (part + 1) * VALUES_MAX));
  return [...filters.filter((filter) => !isKind(filter)), ...parts.map((part) => ({ by, not, values: part }))];
}

/** The question for the rows of a level; `parents` holds the values of the levels above. */
export function rowsQuestion(
  state: StatisticsState,
  range: DayRange,
  level: number,
  parents: Readonly<Record<string, string>>,
): Question {
  const group = state.levels[level] ?? '';
  const sort = state.levels.includes(state.sort) ? group : state.sort;
  const filters: Question['filters'] = filterLists(state.filters);
  for (const [by, value] of Object.entries(parents)) filters[by] = { in: [value] };
  return {
    groups: [group],
    filters: { date_from: range.from, date_to: range.to, ...filters },
    order_by: sort,
    order_direction: state.dir,
    page: level === 0 ? state.page : 1,
    count: level === 0 ? state.count : BELOW_MAX,
  };
}

/** The days asked for. */
export const rangeOf = (state: StatisticsState, side: MetricSide, now: number): DayRange =>
  periodOr(state.period, SIDES[side].start.period, now);
