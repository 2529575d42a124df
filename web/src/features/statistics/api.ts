import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, send } from '~/api/http';
import { toApiError } from '~/api/problem';
import type { Pagination } from '~/api/types';
import type { MetricSide } from '~/lib/metrics';
import type { Question } from './question';

/** A row of statistics: where it stands, and its metrics beside. */
export interface StatRow {
  level: string;
  id: string;
  name: string | null;
  parents: Record<string, string>;
  [metric: string]: unknown;
}

/** Totals over all pages. */
export type StatTotals = Record<string, number | null>;

/** The answer to a question. */
export interface StatAnswer {
  result: StatRow[];
  total_result: StatTotals;
  /** Names of ids by dimension, also of those in filters. */
  names: Record<string, Record<string, string>>;
  pagination: Pagination;
}

/** A value that a filter can have. */
export interface FilterOption {
  id: string | number;
  name: string;
}

const PATHS: Record<MetricSide, string> = {
  advertiser: '/api/advertiser/stats/tmp_with_postbacks',
  webmaster: '/api_v2/webmaster/stats',
};

/** How often an open report asks again, in ms: facts are fresh within 5 s of their event. */
const REFRESH_MS = 15_000;

/** Asks a question. */
export const ask = (side: MetricSide, question: Question, signal?: AbortSignal): Promise<StatAnswer> =>
  call<StatAnswer>('POST', PATHS[side], { body: question, signal });

/** A question whose answer stays on the page while a newer one comes. */
export const statisticsQuery = (side: MetricSide, question: Question, enabled = true) =>
  queryOptions({
    queryKey: ['statistics', side, question],
    queryFn: ({ signal }) => ask(side, question, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    enabled,
  });

/** Values to choose from for a filter. */
export const optionsQuery = (side: MetricSide, list: string, search: string) =>
  queryOptions({
    queryKey: ['statistics', side, 'options', list, search],
    queryFn: async ({ signal }) => {
      const query = { count: 200, search: search || undefined };
      const answer = await call<{ data: FilterOption[] }>('GET', `/api/${side}/stats/filters/${list}`, {
        query,
        signal,
      });
      return answer.data;
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** Saves the whole report as CSV; the server names the file. */
export async function downloadCsv(side: MetricSide, question: Question): Promise<void> {
  const response = await send(
    new Request(`${location.origin}${PATHS[side]}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...question, page: 1, count: 0, format: 'csv_file', decimal: 'comma' }),
    }),
  );
  if (!response.ok) throw toApiError(await response.json().catch(() => ''), response);
  const name = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'statistics.csv';
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
