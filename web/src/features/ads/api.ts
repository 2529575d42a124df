import { queryOptions } from '@tanstack/react-query';
import { dataOf, getAdOptions, startAdsMutation, stopAdsMutation } from '~/api/queries';
import type { Ad } from '~/api/sdk';
import { byIds } from '../list/change';
import { type Wished, wishOf } from '../list/wish';

/** One ad. */
export const adQuery = (id: string) => queryOptions({ ...getAdOptions({ path: { id: Number(id) } }), select: dataOf });

/** Statuses of ads whose owner wants them to run. */
const WANTED: readonly number[] = [5, 41, 42];

/** Ads, wherever they stand. Only approved ones have a wish. */
export const ADS: Wished<Ad> = {
  noun: ['ad', 'ads'],
  rowName: (ad) => ad.title,
  told: ['listAds', 'listAllAds', 'getAd'],
  wish: wishOf<Ad>({
    isOn: (ad) => WANTED.includes(ad.status_id),
    can: (ad) => ad.status_id === 4 || WANTED.includes(ad.status_id),
    guess: (ad, on) => ({ ...ad, status_id: on ? 5 : 4 }),
    start: { all: byIds(startAdsMutation) },
    stop: { all: byIds(stopAdsMutation) },
  }),
};
