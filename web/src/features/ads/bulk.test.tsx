import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import type { Ad } from '~/api/sdk';
import { ok, stubApi } from '~/test/api-stub';
import { carryOut } from '../list/change';
import { bidding, leading } from './bulk';

const ad = (id: number, more: Partial<Ad> = {}) => ({ id, one_bid_for_all_geo: 0.1 * id, bids: [], ...more }) as Ad;
const LOCKED = 2;

const sent = (calls: ReturnType<typeof stubApi>) =>
  calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);

afterEach(() => vi.unstubAllGlobals());

/** The server takes all ads of a call or none: one of them is open at a moderator. `now` is what ads have by then. */
function serve(...now: Ad[]) {
  return stubApi({
    ...Object.fromEntries(now.map((one) => [`GET /api/advertiser/ads/universal/${one.id}`, ok({ data: one })])),
    'PUT /api/advertiser/ads/all/original_url': ok({ data: { updated_count: 1 } }),
    'PUT /api/advertiser/ads/all/bid': ({ body }) => {
      const { ids } = body as { ids: number[] };
      return ids.includes(LOCKED)
        ? { status: 409, body: { status: 409, title: 'Conflict', detail: 'the ad is in moderation' } }
        : ok({ data: { updated_count: ids.length } });
    },
  });
}

it('changes all others where one is locked, names that one, and goes back to what each had', async () => {
  const calls = serve(ad(1, { one_bid_for_all_geo: 0.5 }));
  const change = bidding(0.5);
  const { done, refused } = await carryOut(change, [ad(1), ad(LOCKED), ad(3)], new QueryClient());
  expect(done.map(({ id }) => id).toSorted()).toEqual([1, 3]);
  expect(refused).toMatchObject([{ row: { id: LOCKED }, error: { message: expect.stringContaining('moderation') } }]);
  calls.length = 0;
  const undo = change.undo?.();
  if (!undo) throw new Error('there is a way back');
  const back = await carryOut(undo, [ad(1), ad(3, { bids: [{ country_code: 'DE', bid: 1 }] })], new QueryClient());
  expect(sent(calls)).toEqual([{ ids: [1], one_bid_for_all_geo: 0.1 }]);
  expect(back.refused).toMatchObject([{ row: { id: 3 } }]);
});

it('leaves on the way back what was changed since, row by row, and says so', async () => {
  const calls = serve(ad(1, { one_bid_for_all_geo: 0.5 }), ad(3, { one_bid_for_all_geo: 0.7 }));
  const undo = bidding(0.5).undo?.();
  if (!undo) throw new Error('there is a way back');
  const { done, refused } = await carryOut(undo, [ad(1), ad(3)], new QueryClient());
  expect(done.map(({ id }) => id)).toEqual([1]);
  expect(refused).toMatchObject([
    { row: { id: 3 }, error: { message: expect.stringContaining('another bid by now') } },
  ]);
  expect(sent(calls)).toEqual([{ ids: [1], one_bid_for_all_geo: 0.1 }]);
});

it('does so with addresses', async () => {
  const [given, other] = ['https://shop.example/new', 'https://shop.example/other'];
  const before = (id: number) => ad(id, { original_url: `https://shop.example/${id}` });
  const calls = serve(ad(1, { original_url: given }), ad(3, { original_url: other }));
  const undo = leading(given).undo?.();
  if (!undo) throw new Error('there is a way back');
  const { refused } = await carryOut(undo, [before(1), before(3)], new QueryClient());
  expect(refused).toMatchObject([{ row: { id: 3 } }]);
  expect(sent(calls)).toEqual([{ ids: [1], original_url: 'https://shop.example/1' }]);
});

it('makes one call where nothing is refused', async () => {
  const calls = serve();
  await carryOut(bidding(0.5), [ad(1), ad(3)], new QueryClient());
  expect(calls.map(({ body }) => body)).toEqual([{ ids: [1, 3], one_bid_for_all_geo: 0.5 }]);
});
