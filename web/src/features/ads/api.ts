import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '~/api/http';
import type { Ad, ListAnswer } from '~/api/types';
import { plural } from '~/lib/format';
import type { QueryValue } from '~/lib/query-string';
import { toastError } from '~/ui/toast';

const ALL = '/api/advertiser/ads/all';

/** Ads of a group, or of all campaigns. */
export function adsQuery(group: string | null, query: Record<string, QueryValue>) {
  return queryOptions({
    queryKey: ['ads', 'list', group, query],
    queryFn: ({ signal }) =>
      call<ListAnswer<Ad>>('GET', group === null ? ALL : `/api/advertiser/ad_groups/${group}/ads/universal`, {
        query,
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
}

/** Whether the owner wants the ad to run: these statuses are of ads that were started. */
export function isWanted(ad: Ad): boolean {
  return [5, 41, 42].includes(ad.status_id);
}

/** Whether a start or stop means anything: only approved ads have a wish. */
export function canStart(ad: Ad): boolean {
  return [4, 5, 41, 42].includes(ad.status_id);
}

/** Starts or stops ads; shows at once, goes back with the reason when refused. */
export function useStartAds() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, start }: { ids: number[]; start: boolean }) =>
      call('PUT', `${ALL}/${start ? 'start' : 'stop'}`, { body: { ids } }),
    onMutate: async ({ ids, start }) => {
      await client.cancelQueries({ queryKey: ['ads', 'list'] });
      const before = client.getQueriesData<ListAnswer<Ad>>({ queryKey: ['ads', 'list'] });
      client.setQueriesData<ListAnswer<Ad>>(
        { queryKey: ['ads', 'list'] },
        (list) =>
          list && {
            ...list,
            data: list.data.map((ad) => (ids.includes(ad.id) ? { ...ad, status_id: start ? 5 : 4 } : ad)),
          },
      );
      return before;
    },
    onError: (error, { ids, start }, before) => {
      for (const [key, data] of before ?? []) client.setQueryData(key, data);
      toastError(`${plural(ids.length, 'ad')} not ${start ? 'started' : 'stopped'}`, error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['ads'] }),
  });
}

/** One bid for all countries, for many ads at once. Dollars. */
export function saveBid(ids: readonly number[], bid: number): Promise<unknown> {
  return call('PUT', `${ALL}/bid`, { body: { ids, one_bid_for_all_geo: bid } });
}

/** One landing page for many ads. Approved ads go back to moderation. */
export function saveUrl(ids: readonly number[], url: string): Promise<unknown> {
  return call('PUT', `${ALL}/original_url`, { body: { ids, original_url: url } });
}

/** Deletes; statistics keep the titles. */
export function removeAds(ids: readonly number[]): Promise<unknown> {
  return call('DELETE', ALL, { body: { ids } });
}

/** Sends a rejected ad to moderation again. */
export function remoderate(ad: Ad): Promise<unknown> {
  return call('POST', `/api/advertiser/ad_groups/${ad.group_id}/ads/remoderate/${ad.id}`);
}
