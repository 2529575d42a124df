import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import type { PushAd } from '~/api/sdk';
import { ok, stubApi } from '~/test/api-stub';
import { carryOut } from '../../list/change';
import { bidding, leading } from './bulk';

const ad = (uuid: string, more: Partial<PushAd> = {}) =>
  ({ uuid, bid: 0.1, url: `https://shop.example/${uuid}`, ...more }) as PushAd;

afterEach(() => vi.unstubAllGlobals());

/** What ads are by then, and what is sent. */
function serve(...now: PushAd[]) {
  const calls = stubApi({
    ...Object.fromEntries(now.map((one) => [`GET /api-push-proxy/ads/${one.uuid}`, () => ok({ data: one })])),
    'PATCH /api-push-proxy/ads/many': ok({ data: { refused: [] } }),
  });
  return () => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
}

it('leaves alone what was changed elsewhere, and goes back to what each had', async () => {
  const change = bidding(0.5, false, 'dollar');
  const sent = serve(ad('a'), ad('b', { bid: 0.3 }));
  const { done, refused } = await carryOut(change, [ad('a'), ad('b')], new QueryClient());
  expect(done.map(({ uuid }) => uuid)).toEqual(['a']);
  expect(refused).toMatchObject([{ row: { uuid: 'b' }, error: { message: expect.stringContaining('its bid is') } }]);
  expect(sent()).toEqual([{ uuids: ['a'], bid: 0.5 }]);

  const back = serve(ad('a', { bid: 0.5 }), ad('b', { bid: 0.7 }));
  const undo = change.undo?.();
  if (!undo) throw new Error('there is a way back');
  const undone = await carryOut(undo, [ad('a'), ad('b')], new QueryClient());
  expect(undone.refused).toMatchObject([
    { row: { uuid: 'b' }, error: { message: expect.stringContaining('another bid by now') } },
  ]);
  expect(back()).toEqual([{ uuids: ['a'], bid: 0.1, confirm_high_bid: true }]);
});

it('does so with addresses', async () => {
  const given = 'https://shop.example/new';
  const sent = serve(ad('a', { url: given }));
  const undo = leading(given).undo?.();
  if (!undo) throw new Error('there is a way back');
  await carryOut(undo, [ad('a')], new QueryClient());
  expect(sent()).toEqual([{ uuids: ['a'], url: 'https://shop.example/a' }]);
});
