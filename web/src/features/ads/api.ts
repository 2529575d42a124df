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

/** Groups of which it is asked whether what was started there is shown. */
const GROUPS_ASKED = 5;

/** Starts ads. Where some run no sooner for it, because their group or campaign is stopped, that is said: their switches go back. */
const starting = async (ads: readonly Ad[], client: QueryClient): Promise<void> => {
  await startAll(ads, client);
  // What stands above an ad is the same for all of its group.
  const firsts = [...new Map(ads.toReversed().map((ad) => [ad.group_id, ad])).values()].toReversed();
  for (const { id, group_id } of firsts.slice(0, GROUPS_ASKED)) {
    // What cannot be told now stands on the pages of campaign and group.
    const answer = await client
      .fetchQuery({ ...getAdDeliveryOptions({ path: { id } }), staleTime: 0, retry: false })
      .catch(() => undefined);
    const [stop] = answer?.data.stops ?? [];
    if (answer?.data.state !== 'stopped' || !stop) continue;
    const halted = ads.filter((ad) => ad.group_id === group_id).length;
    toastError(titleOf(halted, ads.length), undefined, { id: 'started-not-shown', detail: detailOf(stop, halted) });
    return;
  }
};

const titleOf = (halted: number, started: number): string => {
  if (started === 1) return 'The ad is started, but not shown';
  return halted === started
    ? `The ${started} ads are started, but not shown`
    : `Not all of the ${started} started ads are shown`;
};

/** Of ads that were started just now, what is stopped is above them. */
const detailOf = ({ code, title, text }: { code: string; title: string; text: string }, halted: number): string => {
  if (code !== 'stopped') return `${title}. ${text}`;
  return halted === 1
    ? 'Its campaign is stopped. Start the campaign, and the ad runs.'
    : 'Their campaign is stopped. Start the campaign, and the ads run.';
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
