import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import { shared } from '~/app/browser';
import {
  type Choices,
  COUNT_DEFAULT,
  everyRow,
  type FiguresQuery,
  figuresQuery,
  type ListDefaults,
  type ListSearch,
  type ListState,
  listPatch,
  listRange,
  listState,
  type PlainQuery,
  plainQuery,
  textOf,
} from '~/lib/list';
import { type DayRange, type Period, resolvePeriod } from '~/lib/period';
import type { TableSort } from '~/ui/table-column';
import { useHour } from '~/ui/use-now';

/** A list's choices and the ways to change them. */
export interface List {
  defaults: ListDefaults;
  state: ListState;
  range: DayRange;
  /** The days of a list that has all of them until some are chosen. */
  days: DayRange | null;
  /** The query of its call: of a list without figures, or of one with them by the orders and statuses of the call. */
  plain: PlainQuery;
  query<Order extends string, Status extends number>(
    orders: readonly Order[],
    statuses: Readonly<Record<string, Status>>,
  ): FiguresQuery<Order, Status>;
  sort: TableSort;
  setQ(q: string): void;
  setTab(value: string): void;
  setPeriod(period: Period): void;
  setSort(sort: TableSort): void;
  setPage(page: number, replace?: boolean): void;
  /** The rows before one, or the newest ones. */
  setBefore(row: number | undefined): void;
  setCount(count: number): void;
  setStats(on: boolean): void;
  setColumns(columns: string[] | null): void;
  choose(choices: Choices): void;
  /** Shows all rows. */
  clear(): void;
}

/** What is remembered of a list. */
type Kept = Pick<ListSearch, 'count' | 'cols'>;

const keyOf = (name: string) => `placard.list.${name}`;

function remembered(name: string): Kept {
  try {
    return JSON.parse(shared.getItem(keyOf(name)) ?? '{}') as Kept;
  } catch {
    return {};
  }
}

/** Remembers it in this browser. */
export const remember = (name: string, part: { [Key in keyof Kept]: Kept[Key] | undefined }) =>
  shared.setItem(keyOf(name), JSON.stringify({ ...remembered(name), ...part }));

/** What an address does not say and is remembered. One that names a page counts it in pages of its own size. */
function missing(search: ListSearch, { name, count = COUNT_DEFAULT, whole }: ListDefaults): Kept {
  if (whole) return {};
  const kept = remembered(name);
  const isSized = search.count !== undefined || search.page !== undefined;
  return {
    ...(!isSized && kept.count !== undefined && kept.count !== count ? { count: kept.count } : {}),
    ...(search.cols === undefined && kept.cols ? { cols: kept.cols } : {}),
  };
}

/**
 * The state of a list, all of it in the address. Page size and columns are remembered in this browser too and written
 * into an address that has none, so that what is sent to a colleague is what was seen.
 */
export function useList(defaults: ListDefaults): List {
  const told = useSearch({ strict: false }) as ListSearch;
  const added = missing(told, defaults);
  const { count, cols } = added;
  const navigate = useNavigate();
  const set = useCallback(
    (patch: ListSearch | Choices, replace = false) => {
      void navigate({
        to: '.',
        search: (before: ListSearch) => listPatch({ ...missing(before, defaults), ...before }, defaults, patch),
        replace,
        resetScroll: false,
      });
    },
    [navigate, defaults],
  );
  // Also when the same page is opened again by a link without them.
  const isToldAll = count === undefined && cols === undefined;
  useEffect(() => {
    if (!isToldAll) set({}, true);
  }, [isToldAll, set]);
  const search = useMemo(
    () => ({ ...(count === undefined ? {} : { count }), ...(cols === undefined ? {} : { cols }), ...told }),
    [told, count, cols],
  );
  const { paged = 'page' } = defaults;
  const setPage = useCallback((page: number, replace?: boolean) => set({ [paged]: page }, replace), [set, paged]);
  const hour = useHour();
  const state = useMemo(() => listState(search, defaults), [search, defaults]);
  const { from, to } = listRange(state, defaults, hour);
  return useMemo(() => {
    const range = { from, to };
    return {
      defaults,
      state,
      range,
      days: resolvePeriod(textOf(state.chosen.days) ?? '', hour),
      plain: plainQuery(state),
      query: (orders, statuses) => figuresQuery(state, range, orders, statuses),
      sort: { by: state.sort, direction: state.dir },
      setQ: (q) => set({ q: q || undefined }, true),
      setTab: (status) => set({ status }),
      setPeriod: (period) => set({ period }),
      setSort: (sort) => set({ sort: sort.by, dir: sort.direction }),
      setPage,
      setBefore: (row) => (defaults.cursor === undefined ? undefined : set({ [defaults.cursor]: row })),
      setCount: (count) => {
        remember(defaults.name, { count });
        set({ count });
      },
      setStats: (stats) => set({ stats }),
      setColumns: (columns) => {
        const cols = columns ? columns.join('.') : undefined;
        remember(defaults.name, { cols });
        set({ cols });
      },
      choose: (choices) => set(choices),
      clear: () => set(everyRow(defaults)),
    };
  }, [defaults, state, from, to, hour, set, setPage]);
}
