import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '~/api/http';
import type { Pagination } from '~/api/types';

/** An entry of a targeting list. */
export interface ListEntry {
  id: number;
  name: string;
}

/** A system with the device types that run it: the lists tell one entry a pair. */
export interface OsEntry {
  device_type_id: number;
  children: ListEntry[];
}

/** Lists hardly ever change while a form is open. */
const KEPT_MS = 10 * 60_000;

const listQuery = <T>(name: string) =>
  queryOptions({
    queryKey: ['targeting', name],
    queryFn: async ({ signal }) => (await call<{ data: T[] }>('GET', `/api/targeting/${name}`, { signal })).data,
    staleTime: KEPT_MS,
  });

export const categoriesQuery = listQuery<ListEntry>('categories');
export const deviceTypesQuery = listQuery<ListEntry>('device_types');
export const osQuery = listQuery<OsEntry>('os');
export const browsersQuery = listQuery<ListEntry>('browsers');
export const trafficSourcesQuery = listQuery<ListEntry>('traffic_sources');
export const targetsQuery = listQuery<ListEntry>('targets');

/** What bounds the caller's bids, in dollars. */
export interface MinBids {
  /** The least where no country says more. */
  min_bid: number;
  default_bid: number;
  countries: { country_code: string; min_bid: number }[];
}

export const minBidsQuery = queryOptions({
  queryKey: ['targeting', 'min_bids'],
  queryFn: async ({ signal }) => (await call<{ data: MinBids }>('GET', '/api/targeting/min_bids', { signal })).data,
  staleTime: KEPT_MS,
});

/** Networks by name or number, the first page; with `ids` those networks, so that chips can tell their names. */
export const ispsQuery = (search: string, ids: readonly number[]) =>
  queryOptions({
    queryKey: ['targeting', 'isps', search, ids],
    queryFn: ({ signal }) =>
      call<{ data: ListEntry[]; pagination: Pick<Pagination, 'total'> }>('POST', '/api/targeting/isps', {
        query: { v: search, offset: 0, limit: 50 },
        body: { ids },
        signal,
      }),
    staleTime: KEPT_MS,
    placeholderData: keepPreviousData,
  });
