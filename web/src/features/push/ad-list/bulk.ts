/** What is changed of many push ads at once, and the way back. */
import type { QueryClient } from '@tanstack/react-query';
import { getPushAdOptions, updatePushAdsMutation } from '~/api/queries';
import type { PushAd } from '~/api/sdk';
import { type CurrencyUnit, formatPrice } from '~/lib/format';
import { type Change, calling, meanwhile, stays } from '../../list/change';

/** A push ad as it is now. The call for many takes no version, so that what it changes is looked at just before. */
export const pushAdNow = async ({ uuid }: PushAd, client: QueryClient): Promise<PushAd> =>
  (await client.fetchQuery({ ...getPushAdOptions({ path: { uuid } }), staleTime: 0, networkMode: 'always' })).data;

const uuidsOf = (ads: readonly PushAd[]) => ads.map(({ uuid }) => uuid);

/** One bid for all; a high one is meant. */
export const bidding = (bid: number, isHigh: boolean, unit: CurrencyUnit): Change<PushAd> => ({
  done: 'given the bid',
  look: async (seen, client) => {
    const now = await pushAdNow(seen, client);
    if (now.bid !== seen.bid) throw meanwhile(now, `its bid is ${formatPrice(now.bid, unit)}`);
  },
  all: calling(updatePushAdsMutation, (ads: readonly PushAd[]) => ({
    body: { uuids: uuidsOf(ads), bid, ...(isHigh ? { confirm_high_bid: true } : {}) },
  })),
  undo: () => ({
    done: 'given back the bid',
    look: async (ad, client) => {
      if ((await pushAdNow(ad, client)).bid !== bid) throw stays('bid');
    },
    // What stood there was meant once, high or not.
    each: calling(updatePushAdsMutation, (ad: PushAd) => ({
      body: { uuids: [ad.uuid], bid: ad.bid, confirm_high_bid: true },
    })),
  }),
});

/** Another landing page. */
export const leading = (url: string): Change<PushAd> => ({
  done: 'given the address',
  look: async (seen, client) => {
    const now = await pushAdNow(seen, client);
    if (now.url !== seen.url) throw meanwhile(now, `it leads to ${now.url}`);
  },
  all: calling(updatePushAdsMutation, (ads: readonly PushAd[]) => ({ body: { uuids: uuidsOf(ads), url } })),
  undo: () => ({
    done: 'given back the address',
    look: async (ad, client) => {
      if ((await pushAdNow(ad, client)).url !== url) throw stays('address');
    },
    each: calling(updatePushAdsMutation, (ad: PushAd) => ({ body: { uuids: [ad.uuid], url: ad.url } })),
  }),
});
