/** What the bids of many ads follow, and the way back. */
import type { QueryClient } from '@tanstack/react-query';
import { type MutationOf, make, updateAdsEarningsMutation, updateAdsLeadCostMutation } from '~/api/queries';
import type { Ad, AdsEarnings, AdsLeadCost } from '~/api/sdk';
import { BID_MODE_LABELS } from '~/api/words';
import { same } from '../../form/meanwhile';
import { type Change, meanwhile, stays } from '../../list/change';
import { adNow } from '../bulk/bulk';

/** What the bid of an ad follows, as the calls take it. */
export type Follows = Pick<Ad, 'bid_mode' | 'epc_coefficient' | 'epc_max' | 'lead_cost' | 'bid_floor' | 'bid_ceiling'>;

/** A coefficient on earnings as its field shows it: with a comma, like the amounts beside it. */
export const coefficientText = (coefficient: number | string): string => String(coefficient).replace('.', ',');

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

const earningsMutation: MutationOf<{ body: AdsEarnings }> = updateAdsEarningsMutation;
const leadMutation: MutationOf<{ body: AdsLeadCost }> = updateAdsLeadCostMutation;

const valuesOf = ({ bid_mode: mode, epc_coefficient, epc_max, lead_cost, bid_floor, bid_ceiling }: Follows) => [
  mode,
  ...[epc_coefficient, epc_max, lead_cost, bid_floor, bid_ceiling].map((value) => value ?? null),
];

/** Whether the bids of two ads follow the same. */
const followsSame = (a: Follows, b: Follows): boolean => same(valuesOf(a), valuesOf(b));

/** Each is one call, which an ad takes as a whole or not at all. */
function set(ids: number[], to: Follows, client: QueryClient): Promise<unknown> {
  const { epc_coefficient = null, epc_max = null } = to;
  if (to.bid_mode === 'lead_cost' || (epc_coefficient === null && epc_max === null)) {
    const { lead_cost: value, bid_floor: floor, bid_ceiling: ceiling } = to.bid_mode === 'lead_cost' ? to : HAND;
    return make(
      leadMutation,
      { body: { ids, value: value ?? null, floor: floor ?? null, ceiling: ceiling ?? null } },
      client,
    );
  }
  return make(earningsMutation, { body: { ids, epc_coefficient, epc_max } }, client);
}

/** Lets the bids of ads follow something. */
export const following = (to: Follows): Change<Ad> => ({
  done: DONE[to.bid_mode],
  look: async (seen, client) => {
    const now = await adNow(seen, client);
    if (!followsSame(now, seen)) throw meanwhile(now, `its bid is “${BID_MODE_LABELS[now.bid_mode].toLowerCase()}”`);
  },
  all: (ads, client) =>
    set(
      ads.map(({ id }) => id),
      to,
      client,
    ),
  undo: () => ({
    done: 'given back what their bids followed',
    look: async (ad, client) => {
      if (!followsSame(await adNow(ad, client), to)) throw stays('automatic bid');
    },
    each: (ad, client) => set([ad.id], ad, client),
  }),
});
