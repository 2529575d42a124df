import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type Ad,
  archiveAd,
  deleteAds,
  type ListAd,
  type ListAdsData,
  type ListAllAdsData,
  listAds,
  listAllAds,
  remoderateAd,
  startAds,
  stopAds,
  unarchiveAd,
  updateAdsBid,
  updateAdsUrl,
} from '~/api/sdk';
import { AD_STATUS_RUNNING, AD_STATUS_SWITCHABLE, AdStatus } from '~/api/words';
import { plural } from '~/lib/format';
import type { ListQuery } from '~/lib/list';
import { toastError } from '~/ui/toast';

/** Ads of a group, or of all campaigns. */
export function adsQuery(group: number | null, query: ListQuery) {
  return queryOptions({
    queryKey: ['ads', 'list', group, query],
    queryFn: async ({ signal }) =>
      group === null
        ? (await listAllAds({ query: query as ListAllAdsData['query'], signal })).data
        : (await listAds({ path: { group_id: group }, query: query as ListAdsData['query'], signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
}

/** Whether the owner wants the ad to run: these statuses are of ads that were started. */
export function isWanted(ad: Ad): boolean {
  return AD_STATUS_RUNNING.includes(ad.status_id);
}

/** Whether a start or stop means anything: only approved ads have a wish. */
export function canStart(ad: Ad): boolean {
  return AD_STATUS_SWITCHABLE.includes(ad.status_id);
}

/** Starts or stops ads; shows at once, goes back with the reason when refused. */
export function useStartAds() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, start }: { ids: number[]; start: boolean }) =>
      start ? startAds({ body: { ids } }) : stopAds({ body: { ids } }),
    onMutate: async ({ ids, start }) => {
      await client.cancelQueries({ queryKey: ['ads', 'list'] });
      const before = client.getQueriesData<ListAd>({ queryKey: ['ads', 'list'] });
      client.setQueriesData<ListAd>(
        { queryKey: ['ads', 'list'] },
        (list) =>
          list && {
            ...list,
            data: list.data.map((ad) =>
              ids.includes(ad.id) ? { ...ad, status_id: start ? AdStatus.Launched : AdStatus.Stopped } : ad,
            ),
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
export function saveBid(ids: number[], bid: number): Promise<unknown> {
  return updateAdsBid({ body: { ids, one_bid_for_all_geo: bid } });
}

/** One landing page for many ads. Approved ads go back to moderation. */
export function saveUrl(ids: number[], url: string): Promise<unknown> {
  return updateAdsUrl({ body: { ids, original_url: url } });
}

/** Deletes; statistics keep the titles. */
export function removeAds(ids: number[]): Promise<unknown> {
  return deleteAds({ body: { ids } });
}

/** Puts an ad away or brings it back. */
export function setArchived(ad: Ad, on: boolean): Promise<unknown> {
  return on ? archiveAd({ path: { id: ad.id } }) : unarchiveAd({ path: { id: ad.id } });
}

/** Sends a rejected ad to moderation again. */
export function remoderate(ad: Ad): Promise<unknown> {
  return remoderateAd({ path: { group_id: ad.group_id, id: ad.id } });
}
