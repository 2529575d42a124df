/** What the bids of many ads follow, and the way back. */
import type { QueryClient } from '@tanstack/react-query';
import {
  type MutationOf,
  make,
  updateAdsEpcCoefficientMutation,
  updateAdsEpcMaxMutation,
  updateAdsLeadCostMutation,
} from '~/api/queries';
import type { Ad, AdsEpcCoefficient, AdsEpcMax, AdsLeadCost } from '~/api/sdk';
import { same } from '../form/meanwhile';
import { type Change, meanwhile, stays } from '../list/change';
import { FOLLOWS } from './ad-values';
import { adNow } from './bulk';

/** What the bid of an ad follows, as the calls take it. */
export type Follows = Pick<Ad, 'bid_mode' | 'epc_coefficient' | 'epc_max' | 'lead_cost' | 'bid_floor' | 'bid_ceiling'>;

/** A bid that follows nothing. */
export const HAND: Follows = {
  bid_mode: 'by_hand',
  epc_coefficient: null,
  epc_max: null,
  lead_cost: null,
  bid_floor: null,
  bid_ceiling: null,
};

/** What is told of ads after it. */
const DONE: Readonly<Record<Ad['bid_mode'], string>> = {
  by_hand: 'set to bid by hand',
  earnings: 'set to follow earnings',
  lead_cost: 'set to follow a cost per lead',
};

const coefficientMutation: MutationOf<{ body: AdsEpcCoefficient }> = updateAdsEpcCoefficientMutation;
const maxMutation: MutationOf<{ body: AdsEpcMax }> = updateAdsEpcMaxMutation;
const leadMutation: MutationOf<{ body: AdsLeadCost }> = updateAdsLeadCostMutation;

const valuesOf = ({ bid_mode: mode, epc_coefficient, epc_max, lead_cost, bid_floor, bid_ceiling }: Follows) => [
  mode,
  ...[epc_coefficient, epc_max, lead_cost, bid_floor, bid_ceiling].map((value) => value ?? null),
];

/** Whether the bids of two ads follow the same. */
const followsSame = (a: Follows, b: Follows): boolean => same(valuesOf(a), valuesOf(b));

/** Earnings are two calls: the most goes first, which alone knows of the lowest allowed bid and changes nothing when it refuses. */
async function set(ids: number[], to: Follows, client: QueryClient): Promise<unknown> {
  const { epc_coefficient: coefficient = null, epc_max: most = null } = to;
  if (to.bid_mode === 'lead_cost' || (coefficient === null && most === null)) {
    const { lead_cost: value, bid_floor: floor, bid_ceiling: ceiling } = to.bid_mode === 'lead_cost' ? to : HAND;
    return make(
      leadMutation,
      { body: { ids, value: value ?? null, floor: floor ?? null, ceiling: ceiling ?? null } },
      client,
    );
  }
  await make(maxMutation, { body: { ids, value: most } }, client);
  return make(coefficientMutation, { body: { ids, value: coefficient } }, client);
}

/** Lets the bids of ads follow something. */
export const following = (to: Follows): Change<Ad> => ({
  done: DONE[to.bid_mode],
  look: async (seen, client) => {
    const now = await adNow(seen, client);
    if (!followsSame(now, seen)) throw meanwhile(now, `its bid is “${FOLLOWS[now.bid_mode].toLowerCase()}”`);
  },
  all: async (ads, client) => {
    try {
      return await set(
        ads.map(({ id }) => id),
        to,
        client,
      );
    } catch (error) {
      // The first of two calls may have taken away what they followed: each follows it again. What fails once more stays told.
      if (to.bid_mode === 'earnings') await Promise.allSettled(ads.map((ad) => giveBack(ad, to, client)));
      throw error;
    }
  },
  undo: () => ({
    done: 'given back what their bids followed',
    look: async (ad, client) => {
      if (!followsSame(await adNow(ad, client), to)) throw stays('automatic bid');
    },
    each: (ad, client) => set([ad.id], ad, client),
  }),
});

/** Lets an ad follow what it followed, where only the most of what it was to follow has reached it. */
async function giveBack(ad: Ad, to: Follows, client: QueryClient): Promise<void> {
  const now = await adNow(ad, client);
  const isHalf = (now.lead_cost ?? null) === null && now.epc_max === to.epc_max && !followsSame(now, to);
  if (isHalf && !followsSame(now, ad)) await set([ad.id], ad, client);
}
