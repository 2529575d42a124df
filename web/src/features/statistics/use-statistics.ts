import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { MetricSide } from '~/lib/metrics';
import type { DayRange } from '~/lib/period';
import { useHour } from '~/ui/use-now';
import {
  COUNT_DEFAULT,
  type Filter,
  rangeOf,
  readState,
  type StatisticsSearch,
  type StatisticsState,
} from './question';
import { SIDES } from './sides';

/** The report's choices and the ways to change them; all of it is in the address. */
export interface Statistics {
  side: MetricSide;
  state: StatisticsState;
  range: DayRange;
  set(patch: Partial<StatisticsSearch>, replace?: boolean): void;
  setLevels(levels: readonly string[]): void;
  setFilters(filters: readonly Filter[]): void;
}

/** Reads and writes the report's address. */
export function useStatistics(side: MetricSide): Statistics {
  const search = useSearch({ strict: false }) as StatisticsSearch;
  const navigate = useNavigate();
  const { start } = SIDES[side];
  const set = useCallback(
    (patch: Partial<StatisticsSearch>, replace = false) => {
      const next = (before: StatisticsSearch): StatisticsSearch => {
        const keepsPage = Object.keys(patch).every((key) =>
          ['page', 'cols', 'metric', 'compact', 'compare'].includes(key),
        );
        const merged: StatisticsSearch = { ...before, ...patch, ...(keepsPage ? {} : { page: patch.page }) };
        // What equals its default is left out, so that an address says only what was chosen.
        const plain: StatisticsSearch = {
          period: start.period,
          compare: true,
          rows: start.rows.join('.'),
          metric: start.metric,
          dir: 'desc',
          page: 1,
          count: COUNT_DEFAULT,
          compact: false,
        };
        for (const key of Object.keys(plain) as (keyof StatisticsSearch)[]) {
          if (merged[key] === plain[key]) delete merged[key];
        }
        if (merged.filters?.length === 0) merged.filters = undefined;
        return merged;
      };
      void navigate({ to: '.', search: next, replace, resetScroll: false });
    },
    [navigate, start],
  );
  const hour = useHour();
  const state = useMemo(() => readState(search, side), [search, side]);
  const { from, to } = rangeOf(state, side, hour);
  return useMemo(
    () => ({
      side,
      state,
      range: { from, to },
      set,
      setLevels: (levels) => set({ rows: levels.join('.'), sort: undefined, dir: undefined }),
      setFilters: (filters) => set({ filters: [...filters] }),
    }),
    [side, state, from, to, set],
  );
}
