import { queryOptions } from '@tanstack/react-query';
import { dataOf, getAdOptions, startAdsMutation, stopAdsMutation } from '~/api/queries';
import type { Ad } from '~/api/sdk';
import { AD_STATUS_RUNNING, AD_STATUS_SWITCHABLE, AdStatus } from '~/api/words';
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

/** Ads, wherever they stand. Only approved ones have a wish. */
export const ADS: Wished<Ad> = {
  noun: ['ad', 'ads'],
  rowName: (ad) => ad.title,
  told: ['listAds', 'listAllAds', 'getAd'],
  wish: wishOf<Ad>({
    isOn: (ad) => AD_STATUS_RUNNING.includes(ad.status_id),
    can: (ad) => AD_STATUS_SWITCHABLE.includes(ad.status_id),
    guess: (ad, on) => ({ ...ad, status_id: on ? AdStatus.Launched : AdStatus.Stopped }),
    start: { all: byIds(startAdsMutation) },
    stop: { all: byIds(stopAdsMutation) },
  }),
};
