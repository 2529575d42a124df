import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import {
  dataOf,
  getGeoTreeOptions,
  getMinBidsOptions,
  listBrowsersOptions,
  listCategoriesOptions,
  listDeviceTypesOptions,
  listIspsOptions,
  listOsOptions,
  listTargetsOptions,
  listTrafficSourcesOptions,
} from '~/api/queries';

/** Lists hardly ever change while a form is open; what the network changes of them here is asked for anew. */
const KEPT_MS = 10 * 60_000;

/** What is closed stays with what has it: its name is known, and nobody else can choose it. */
const WITH_CLOSED = { query: { with_closed: 1 } };

export const categoriesQuery = queryOptions({
  ...listCategoriesOptions(WITH_CLOSED),
  select: dataOf,
  staleTime: KEPT_MS,
});
export const deviceTypesQuery = queryOptions({ ...listDeviceTypesOptions(), select: dataOf, staleTime: KEPT_MS });
/** Systems by the device types that run them: the lists tell one entry a pair. */
export const osQuery = queryOptions({ ...listOsOptions(), select: dataOf, staleTime: KEPT_MS });
export const browsersQuery = queryOptions({ ...listBrowsersOptions(), select: dataOf, staleTime: KEPT_MS });
export const trafficSourcesQuery = queryOptions({
  ...listTrafficSourcesOptions(WITH_CLOSED),
  select: dataOf,
  staleTime: KEPT_MS,
});
export const targetsQuery = queryOptions({ ...listTargetsOptions(), select: dataOf, staleTime: KEPT_MS });
/** What bounds the caller's bids, in dollars. */
export const minBidsQuery = queryOptions({ ...getMinBidsOptions(), select: dataOf, staleTime: KEPT_MS });

/** Decimals of any amount of money. */
const MONEY_DECIMALS = 6;

/** Decimals of a bid in dollars: until they are known, all that an amount may have. */
export const useBidDecimals = (): number => useQuery(minBidsQuery).data?.decimals ?? MONEY_DECIMALS;

/** Places whose names are asked for at once. */
export const PLACES_AT_ONCE = 200;

/** Regions and cities of some numbers. Those of one more stay while they are asked for again. */
export const placesQuery = (ids: readonly number[]) =>
  queryOptions({
    ...getGeoTreeOptions({ query: { ids: ids.join(',') } }),
    select: dataOf,
    staleTime: KEPT_MS,
    placeholderData: keepPreviousData,
  });

/** Networks by name or number, the first page; with `ids` those networks, so that chips can tell their names. */
export const ispsQuery = (search: string, ids: readonly number[]) =>
  queryOptions({
    ...listIspsOptions({ query: { v: search, offset: 0, limit: 50 }, body: { ids: [...ids] } }),
    staleTime: KEPT_MS,
    placeholderData: keepPreviousData,
  });
