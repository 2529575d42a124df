import { queryOptions } from '@tanstack/react-query';
import { dataOf, getPushHealthOptions, getPushSubscribersOptions, getSitePushOptions } from '~/api/queries';

const path = (site: number | string) => ({ path: { site_id: Number(site) } });

/** How a site asks and sends. */
export const sitePushQuery = (site: number | string) =>
  queryOptions({ ...getSitePushOptions(path(site)), select: dataOf });

/** How healthy its push is. */
export const pushHealthQuery = (site: number | string) =>
  queryOptions({ ...getPushHealthOptions(path(site)), select: dataOf });

/** Its subscribers over some days. */
export const pushSubscribersQuery = (site: number | string, days: number) =>
  queryOptions({
    ...getPushSubscribersOptions({ ...path(site), query: { days } }),
    select: dataOf,
    // The figures of other days stand until these are there, those of other sites do not.
    placeholderData: (before, query) => (query?.queryKey[0].path.site_id === Number(site) ? before : undefined),
  });
