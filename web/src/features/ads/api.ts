import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { dataOf, getAdDeliveryOptions, getAdOptions, startAdsMutation, stopAdsMutation } from '~/api/queries';
import type { Ad } from '~/api/sdk';
import { AD_STATUS_RUNNING, AD_STATUS_SWITCHABLE, AdStatus } from '~/api/words';
import { toastError } from '~/ui/toast';
import { byIds } from '../list/change';
import { type Wished, wishOf } from '../list/wish';
import { linkPace } from './link-look';

/** One ad. While somebody waits for a look at its landing page, what it found is asked for. */
export const adQuery = (id: string) =>
  queryOptions({
    ...getAdOptions({ path: { id: Number(id) } }),
    select: dataOf,
    refetchInterval: ({ state }) => linkPace(state.data && [state.data.data], false),
  });

/** An ad that another one is copied from. */
export const adToCopy = async (client: QueryClient, id: number): Promise<Ad> =>
  (await client.fetchQuery({ ...getAdOptions({ path: { id } }), staleTime: 0 })).data;

const startAll = byIds<Ad>(startAdsMutation);

/** Starts ads. One that runs no sooner for it, because its group or campaign is stopped, says so: its switch goes back. */
const starting = async (ads: readonly Ad[], client: QueryClient): Promise<void> => {
  await startAll(ads, client);
  const [ad] = ads;
  if (ads.length !== 1 || !ad) return;
  // What cannot be told now stands on the pages of campaign and group.
  const answer = await client
    .fetchQuery({ ...getAdDeliveryOptions({ path: { id: ad.id } }), staleTime: 0, retry: false })
    .catch(() => undefined);
  const [stop] = answer?.data.stops ?? [];
  if (answer?.data.state === 'stopped' && stop) {
    // Of an ad that was started just now, what is stopped is above it.
    const detail =
      stop.code === 'stopped'
        ? 'Its campaign is stopped. Start the campaign, and the ad runs.'
        : `${stop.title}. ${stop.text}`;
    toastError('The ad is started, but not shown', undefined, { detail });
  }
};

/** Ads, wherever they stand. Only approved ones have a wish. */
export const ADS: Wished<Ad> = {
  noun: ['ad', 'ads'],
  rowName: (ad) => ad.title,
  told: ['listAds', 'listAllAds', 'getAd'],
  wish: wishOf<Ad>({
    isOn: (ad) => AD_STATUS_RUNNING.includes(ad.status_id),
    can: (ad) => AD_STATUS_SWITCHABLE.includes(ad.status_id),
    guess: (ad, on) => ({ ...ad, status_id: on ? AdStatus.Launched : AdStatus.Stopped }),
    start: { all: starting },
    stop: { all: byIds(stopAdsMutation) },
  }),
};
