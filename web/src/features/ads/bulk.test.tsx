import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import type { Ad } from '~/api/sdk';
import { ok, stubApi } from '~/test/api-stub';
import { carryOut } from '../list/change';
import { bidding } from './bulk';

const ad = (id: number, more: Partial<Ad> = {}) => ({ id, one_bid_for_all_geo: 0.1 * id, bids: [], ...more }) as Ad;
const LOCKED = 2;

afterEach(() => vi.unstubAllGlobals());

/** The server takes all ads of a call or none: one of them is open at a moderator. */
function serve() {
  return stubApi({
    'PUT /api/advertiser/ads/all/bid': ({ body }) => {
      const { ids } = body as { ids: number[] };
      return ids.includes(LOCKED)
        ? { status: 409, body: { status: 409, title: 'Conflict', detail: 'the ad is in moderation' } }
        : ok({ data: { updated_count: ids.length } });
    },
  });
}

it('changes all others where one is locked, names that one, and goes back to what each had', async () => {
  const calls = serve();
  const change = bidding(0.5);
  const { done, refused } = await carryOut(change, [ad(1), ad(LOCKED), ad(3)], new QueryClient());
  expect(done.map(({ id }) => id).toSorted()).toEqual([1, 3]);
  expect(refused).toMatchObject([{ row: { id: LOCKED }, error: { message: expect.stringContaining('moderation') } }]);
  calls.length = 0;
  const undo = change.undo?.();
  if (!undo) throw new Error('there is a way back');
  const back = await carryOut(undo, [ad(1), ad(3, { bids: [{ country_code: 'DE', bid: 1 }] })], new QueryClient());
  expect(calls.map(({ body }) => body)).toEqual([{ ids: [1], one_bid_for_all_geo: 0.1 }]);
  expect(back.refused).toMatchObject([{ row: { id: 3 } }]);
});

it('makes one call where nothing is refused', async () => {
  const calls = serve();
  await carryOut(bidding(0.5), [ad(1), ad(3)], new QueryClient());
  expect(calls.map(({ body }) => body)).toEqual([{ ids: [1, 3], one_bid_for_all_geo: 0.5 }]);
});
