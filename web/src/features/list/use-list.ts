import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import {
  type Choices,
  type ListDefaults,
  type ListQuery,
  type ListSearch,
  type ListState,
  listPatch,
  listQuery,
  listRange,
  listState,
} from '~/lib/list';
import type { DayRange, Period } from '~/lib/period';
import type { TableSort } from '~/ui/table-column';

/** A list's choices and the ways to change them. */
export interface List {
  defaults: ListDefaults;
  state: ListState;
  range: DayRange;
  /** The query of the list's call. */
  query: ListQuery;
  sort: TableSort;
  setQ(q: string): void;
  setTab(value: string): void;
  setPeriod(period: Period): void;
  setSort(sort: TableSort): void;
  setPage(page: number): void;
  setCount(count: number): void;
  setStats(on: boolean): void;
  setColumns(columns: string[] | null): void;
  choose(choices: Choices): void;
  /** Shows all rows. */
  clear(): void;
}

function remembered(name: string): { count?: number; cols?: string } {
  try {
    return JSON.parse(localStorage.getItem(`placard.list.${name}`) ?? '{}') as { count?: number; cols?: string };
  } catch {
    return {};
  }
}

function remember(name: string, part: { count?: number | undefined; cols?: string | undefined }): void {
  localStorage.setItem(`placard.list.${name}`, JSON.stringify({ ...remembered(name), ...part }));
}

/**
 * The state of a list, all of it in the address. Page size and columns are remembered in this browser too and written
 * into an address that has none, so that what is sent to a colleague is what was seen.
 */
export function useList(defaults: ListDefaults): List {
  const search = useSearch({ strict: false }) as ListSearch;
  const navigate = useNavigate();
  const set = useCallback(
    (patch: ListSearch | Choices, replace = false) => {
      void navigate({
        to: '.',
        search: (before: ListSearch) => listPatch(before, defaults, patch),
        replace,
        resetScroll: false,
      });
    },
    [navigate, defaults],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list is opened
  useEffect(() => {
    const kept = remembered(defaults.name);
    const patch: Partial<ListSearch> = {};
    if (search.count === undefined && kept.count !== undefined) patch.count = kept.count;
    if (search.cols === undefined && kept.cols) patch.cols = kept.cols;
    if (Object.keys(patch).length > 0) set(patch, true);
  }, [defaults.name]);
  const state = useMemo(() => listState(search, defaults), [search, defaults]);
  return useMemo(() => {
    const range = listRange(state, defaults, Date.now());
    return {
      defaults,
      state,
      range,
      query: listQuery(state, range),
      sort: { by: state.sort, direction: state.dir },
      setQ: (q) => set({ q: q || undefined }, true),
      setTab: (status) => set({ status }),
      setPeriod: (period) => set({ period }),
      setSort: (sort) => set({ sort: sort.by, dir: sort.direction }),
      setPage: (page) => set({ page }),
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
      clear: () => {
        const none = Object.fromEntries((defaults.choices ?? []).map((name) => [name, undefined]));
        set({ ...none, q: undefined, status: undefined });
      },
    };
  }, [defaults, state, set]);
}
