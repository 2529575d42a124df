/** What is changed of many ads at once, and the way back. */
import { ApiError } from '~/api/problem';
import { type MutationOf, updateAdsBidMutation, updateAdsUrlMutation } from '~/api/queries';
import type { Ad, AdsBid, AdsUrl } from '~/api/sdk';
import { type Change, calling } from '../list/change';

const idsOf = (ads: readonly Ad[]) => ads.map(({ id }) => id);

const bidMutation: MutationOf<{ body: AdsBid }> = updateAdsBidMutation;
const urlMutation: MutationOf<{ body: AdsUrl }> = updateAdsUrlMutation;

/** One bid for all countries. */
export const bidding = (bid: number): Change<Ad> => ({
  done: 'given the bid',
  all: calling(bidMutation, (ads: readonly Ad[]) => ({ body: { ids: idsOf(ads), one_bid_for_all_geo: bid } })),
  undo: () => ({
    done: 'given back the bid',
    each: async (ad, client) => {
      const { one_bid_for_all_geo: before } = ad;
      if (ad.bids.length > 0 || typeof before !== 'number') {
        throw new ApiError({ status: 409, detail: 'It had bids by country. Set them in the ad.' });
      }
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
    each: calling(urlMutation, (ad: Ad) => ({ body: { ids: [ad.id], original_url: ad.original_url } })),
  }),
});
