/** The way back of an import: what nobody has edited since is deleted again. */
import type { QueryClient } from '@tanstack/react-query';
import { toApiError } from '~/api/problem';
import { deleteAdsMutation, listAdsByIdsOptions, make } from '~/api/queries';
import type { Ad } from '~/api/sdk';
import { LIMITS } from '~/api/words';

/** Ads of one call; the server gives no more. */
const READ_MAX = LIMITS.ads_by_ids;

/** The version of an ad that nobody has edited since it was made. */
const UNTOUCHED = 1;

/** The status of what is not there. */
const NOT_FOUND = 404;

/** Those of some ads that there still are. */
async function present(ids: readonly number[], client: QueryClient): Promise<Ad[]> {
  const half = Math.ceil(ids.length / 2);
  const parted = async () => [
    ...(await present(ids.slice(0, half), client)),
    ...(await present(ids.slice(half), client)),
  ];
  if (ids.length === 0) return [];
  if (ids.length > READ_MAX) return parted();
  try {
    const query = listAdsByIdsOptions({ query: { ids: ids.join(',') } });
    return (await client.fetchQuery({ ...query, staleTime: 0, networkMode: 'always' })).data;
  } catch (error) {
    if (toApiError(error).status !== NOT_FOUND) throw error;
    // None is given where one is gone: it is found by halves.
    return ids.length === 1 ? [] : parted();
  }
}

/** Deletes imported ads. How many were edited since, and stay. */
export async function takeImportBack(ids: readonly number[], client: QueryClient): Promise<number> {
  const ads = await present(ids, client);
  const untouched = ads.filter(({ version }) => version === UNTOUCHED).map(({ id }) => id);
  if (untouched.length > 0) await make(deleteAdsMutation, { body: { ids: untouched } }, client);
  return ads.length - untouched.length;
}
