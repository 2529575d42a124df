import type { ListSearch } from './list-search';

export type { ListSearch } from './list-search';

import { type Period, periodOr } from './period';

/** Page sizes that every list offers; 0 is all. */
export const PAGE_SIZES = [10, 20, 25, 50, 100, 250, 500, 0] as const;

/** A status tab: the status ids that it asks for; none for all but archived ones. */
export interface StatusTab {
  value: string;
  label: string;
  /** The id that is sent as a filter; the server adds the members of its group. */
  status?: number;
}

/** What makes a list this list. */
export interface ListDefaults {
  /** Under this name page size and columns are remembered. */
  name: string;
  period: Period;
  sort: string;
  dir: 'asc' | 'desc';
  count: number;
  tabs: readonly StatusTab[];
}

/** What is chosen, with defaults filled in. */
export interface ListState {
  q: string;
  tab: StatusTab | undefined;
  period: Period;
  sort: string;
  dir: 'asc' | 'desc';
  page: number;
  count: number;
  stats: boolean;
  /** Null for the default columns. */
  columns: string[] | null;
}

/** Reads the address. */
export function listState(search: ListSearch, defaults: ListDefaults): ListState {
  return {
    q: search.q ?? '',
    tab: defaults.tabs.find((tab) => tab.value === search.status) ?? defaults.tabs[0],
    period: search.period ?? defaults.period,
    sort: search.sort ?? defaults.sort,
    dir: search.dir ?? defaults.dir,
    page: search.page ?? 1,
    count: search.count ?? defaults.count,
    stats: search.stats ?? true,
    columns: search.cols ? search.cols.split('.') : null,
  };
}

/**
 * Writes a change into the address: what equals its default is left out, and whatever changes which rows there are
 * goes back to the first page.
 */
export function listPatch(search: ListSearch, defaults: ListDefaults, patch: Partial<ListSearch>): ListSearch {
  const movesRows = Object.keys(patch).some((key) => key !== 'page' && key !== 'cols');
  const next: ListSearch = { ...search, ...patch, ...(movesRows ? { page: undefined } : {}) };
  const plain: ListSearch = {
    q: '',
    status: defaults.tabs[0]?.value,
    period: defaults.period,
    sort: defaults.sort,
    dir: defaults.dir,
    page: 1,
    count: defaults.count,
    stats: true,
    cols: '',
  };
  for (const key of Object.keys(plain) as (keyof ListSearch)[]) {
    if (next[key] === plain[key]) delete next[key];
  }
  return next;
}

/** What every list of the API takes. */
export type ListQuery = {
  page: number;
  count: number;
  searchPhrase?: string;
  filters?: { date_from?: string; date_to?: string; status?: number[] };
  order_by?: string;
  order_direction?: 'asc' | 'desc';
  is_show_stats?: number;
};

/** The query of the list's call. */
export function listQuery(state: ListState, defaults: ListDefaults, now: number): ListQuery {
  const range = periodOr(state.period, defaults.period, now);
  return {
    page: state.page,
    count: state.count,
    searchPhrase: state.q.trim(),
    filters: {
      date_from: range.from,
      date_to: range.to,
      ...(state.tab?.status === undefined ? {} : { status: [state.tab.status] }),
    },
    order_by: state.sort,
    order_direction: state.dir,
    is_show_stats: state.stats ? 1 : 0,
  };
}

/** Whether anything but the order and the page hides rows. */
export function isFiltered(state: ListState): boolean {
  return state.q.trim() !== '' || state.tab?.status !== undefined;
}
