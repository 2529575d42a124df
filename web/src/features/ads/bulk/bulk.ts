/** What is changed of many ads at once, and the way back. */
import type { QueryClient } from '@tanstack/react-query';
import { getAdOptions, type MutationOf, updateAdsBidMutation, updateAdsUrlMutation } from '~/api/queries';
import type { Ad, AdsBid, AdsUrl } from '~/api/sdk';
import { type CurrencyUnit, formatPriceAmount, unitSymbol } from '~/lib/format';
import { same } from '../../form/meanwhile';
import { type Change, calling, meanwhile, stays } from '../../list/change';

const idsOf = (ads: readonly Ad[]) => ads.map(({ id }) => id);

const bidMutation: MutationOf<{ body: AdsBid }> = updateAdsBidMutation;
const urlMutation: MutationOf<{ body: AdsUrl }> = updateAdsUrlMutation;

/** An ad as it is now. The calls for many ads take no version, so that what they change is looked at just before. */
export const adNow = async ({ id }: Ad, client: QueryClient): Promise<Ad> =>
  (await client.fetchQuery({ ...getAdOptions({ path: { id } }), staleTime: 0, networkMode: 'always' })).data;

/** Whether an ad has the same bids as one that was seen. Their order says nothing. */
export function sameBid(a: Ad, b: Ad): boolean {
  const bidOf = ({ one_bid_for_all_geo: one, bids }: Ad) => [
    one ?? null,
    bids.toSorted((first, second) => first.country_code.localeCompare(second.country_code)),
  ];
  return same(bidOf(a), bidOf(b));
}

/** The bid as text: one, or from the lowest to the highest of the countries, with that of all others; null for none. */
export function bidText({ one_bid_for_all_geo: one, bids }: Ad, unit: CurrencyUnit): string | null {
  const all = [...bids.map(({ bid }) => bid), ...(typeof one === 'number' ? [one] : [])];
  if (all.length === 0) return null;
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const text = formatPriceAmount(low, unit);
  return low === high ? text : `${text} to ${formatPriceAmount(high, unit)}`;
}

/** One bid for all countries. */
export const bidding = (bid: number, unit: CurrencyUnit): Change<Ad> => ({
  done: 'given the bid',
  look: async (seen, client) => {
    const now = await adNow(seen, client);
    if (sameBid(now, seen)) return;
    const text = bidText(now, unit);
    const countries = now.bids.length > 0 ? ' by country' : '';
    throw meanwhile(now, text === null ? 'it has no bid' : `its bid is ${text} ${unitSymbol(unit)}${countries}`);
  },
  // The dialog tells of bids by country that go: what came by since then is refused.
  all: calling(bidMutation, (ads: readonly Ad[]) => ({
    body: {
      ids: idsOf(ads),
      one_bid_for_all_geo: bid,
      ...(ads.some(({ bids }) => bids.length > 0) && { replace_country_bids: true }),
    },
  })),
  undo: () => ({
    done: 'given back the bid',
    look: async (ad, client) => {
      const now = await adNow(ad, client);
      if (now.bids.length > 0 || now.one_bid_for_all_geo !== bid) throw stays('bid');
    },
    each: calling(bidMutation, (ad: Ad) => ({
      body: {
        ids: [ad.id],
        ...(typeof ad.one_bid_for_all_geo === 'number' && { one_bid_for_all_geo: ad.one_bid_for_all_geo }),
        ...(ad.bids.length > 0 && { bids: Object.fromEntries(ad.bids.map((one) => [one.country_code, one.bid])) }),
      },
    })),
  }),
});

/** Another landing page. */
export const leading = (url: string): Change<Ad> => ({
  done: 'given the address',
  look: async (seen, client) => {
    const now = await adNow(seen, client);
    if (now.original_url !== seen.original_url) throw meanwhile(now, `it leads to ${now.original_url}`);
  },
  all: calling(urlMutation, (ads: readonly Ad[]) => ({ body: { ids: idsOf(ads), original_url: url } })),
  undo: () => ({
    done: 'given back the address',
    look: async (ad, client) => {
      if ((await adNow(ad, client)).original_url !== url) throw stays('address');
    },
    each: calling(urlMutation, (ad: Ad) => ({ body: { ids: [ad.id], original_url: ad.original_url } })),
  }),
});
