/** What is changed of many ads at once, and the way back. */
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '~/api/problem';
import { getAdOptions, type MutationOf, updateAdsBidMutation, updateAdsUrlMutation } from '~/api/queries';
import type { Ad, AdsBid, AdsUrl } from '~/api/sdk';
import { type Change, calling } from '../list/change';

const idsOf = (ads: readonly Ad[]) => ads.map(({ id }) => id);

const bidMutation: MutationOf<{ body: AdsBid }> = updateAdsBidMutation;
const urlMutation: MutationOf<{ body: AdsUrl }> = updateAdsUrlMutation;

const left = (detail: string) => new ApiError({ status: 409, detail });

/**
 * Fails where an ad has something else by now than it was given: the way back leaves what was changed since. The calls take no
 * version, so it is looked at just before.
 */
async function expectStill(
  { id }: Ad,
  client: QueryClient,
  isStill: (now: Ad) => boolean,
  what: string,
): Promise<void> {
  const { data: now } = await client.fetchQuery({
    ...getAdOptions({ path: { id } }),
    staleTime: 0,
    networkMode: 'always',
  });
  if (!isStill(now)) throw left(`It has another ${what} by now, which stays.`);
}

/** One bid for all countries. */
export const bidding = (bid: number): Change<Ad> => ({
  done: 'given the bid',
  all: calling(bidMutation, (ads: readonly Ad[]) => ({ body: { ids: idsOf(ads), one_bid_for_all_geo: bid } })),
  undo: () => ({
    done: 'given back the bid',
    each: async (ad, client) => {
      const { one_bid_for_all_geo: before } = ad;
      if (ad.bids.length > 0 || typeof before !== 'number') {
        throw left('It had bids by country. Set them in the ad.');
      }
      await expectStill(ad, client, (now) => now.bids.length === 0 && now.one_bid_for_all_geo === bid, 'bid');
      await calling(bidMutation, (of: Ad) => ({ body: { ids: [of.id], one_bid_for_all_geo: before } }))(ad, client);
    },
  }),
});

/** Another landing page. */
export const leading = (url: string): Change<Ad> => ({
  done: 'given the address',
  all: calling(urlMutation, (ads: readonly Ad[]) => ({ body: { ids: idsOf(ads), original_url: url } })),
  undo: () => ({
    done: 'given back the address',
    each: async (ad, client) => {
      await expectStill(ad, client, (now) => now.original_url === url, 'address');
      await calling(urlMutation, (of: Ad) => ({ body: { ids: [of.id], original_url: of.original_url } }))(ad, client);
    },
  }),
});
