import { notifications } from '@mantine/notifications';
import { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Ad } from '~/api/sdk';
import { ok, stubApi } from '~/test/api-stub';
import { fill, show } from '~/test/show';
import { carryOut } from '../../list/change';
import { bidding, leading } from './bulk';
import { askBid } from './bulk-dialogs';

const ad = (id: number, more: Partial<Ad> = {}) => ({ id, one_bid_for_all_geo: 0.1 * id, bids: [], ...more }) as Ad;
const LOCKED = 2;

const sent = (calls: ReturnType<typeof stubApi>) =>
  calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);

afterEach(() => vi.unstubAllGlobals());

/** The server takes all ads of a call or none: one of them is open at a moderator. `now` is what ads have by then. */
function serve(now: () => Ad[]) {
  return stubApi({
    ...Object.fromEntries(
      [1, LOCKED, 3].map((id) => [
        `GET /api/advertiser/ads/universal/${id}`,
        () => ok({ data: now().find((one) => one.id === id) }),
      ]),
    ),
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
  let now = [ad(1), ad(LOCKED), ad(3)];
  const calls = serve(() => now);
  const change = bidding(0.5, 'dollar');
  const { done, refused } = await carryOut(change, [ad(1), ad(LOCKED), ad(3)], new QueryClient());
  expect(done.map(({ id }) => id).toSorted()).toEqual([1, 3]);
  expect(refused).toMatchObject([{ row: { id: LOCKED }, error: { message: expect.stringContaining('moderation') } }]);
  calls.length = 0;
  now = [ad(1, { one_bid_for_all_geo: 0.5 }), ad(3, { one_bid_for_all_geo: 0.5 })];
  const undo = change.undo?.();
  if (!undo) throw new Error('there is a way back');
  const back = await carryOut(undo, [ad(1), ad(3, { bids: [{ country_code: 'DE', bid: 1 }] })], new QueryClient());
  expect(sent(calls)).toEqual([
    { ids: [1], one_bid_for_all_geo: 0.1 },
    { ids: [3], one_bid_for_all_geo: expect.closeTo(0.3), bids: { DE: 1 } },
  ]);
  expect(back.refused).toEqual([]);
});

it('replaces bids by country only where the list has shown them', async () => {
  const germany = { bids: [{ country_code: 'DE' as const, bid: 0.7 }] };
  const calls = serve(() => [ad(1, germany), ad(3)]);
  await carryOut(bidding(0.5, 'dollar'), [ad(1, germany)], new QueryClient());
  await carryOut(bidding(0.5, 'dollar'), [ad(3)], new QueryClient());
  expect(sent(calls)).toEqual([
    { ids: [1], one_bid_for_all_geo: 0.5, replace_country_bids: true },
    { ids: [3], one_bid_for_all_geo: 0.5 },
  ]);
});

it('leaves on the way back what was changed since, row by row, and says so', async () => {
  const calls = serve(() => [ad(1, { one_bid_for_all_geo: 0.5 }), ad(3, { one_bid_for_all_geo: 0.7 })]);
  const undo = bidding(0.5, 'dollar').undo?.();
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
  const calls = serve(() => [ad(1, { original_url: given }), ad(3, { original_url: other })]);
  const undo = leading(given).undo?.();
  if (!undo) throw new Error('there is a way back');
  const { refused } = await carryOut(undo, [before(1), before(3)], new QueryClient());
  expect(refused).toMatchObject([{ row: { id: 3 } }]);
  expect(sent(calls)).toEqual([{ ids: [1], original_url: 'https://shop.example/1' }]);
});

it('makes one call where nothing is refused', async () => {
  const calls = serve(() => [ad(1), ad(3)]);
  await carryOut(bidding(0.5, 'dollar'), [ad(1), ad(3)], new QueryClient());
  expect(sent(calls)).toEqual([{ ids: [1, 3], one_bid_for_all_geo: 0.5 }]);
});

it('leaves alone what is another one by now than the list has shown, and says what it is', async () => {
  const country = { country_code: 'DE' as const, bid: 0.7 };
  const calls = serve(() => [ad(1), ad(3, { bids: [country] })]);
  const { done, refused } = await carryOut(bidding(0.5, 'dollar'), [ad(1), ad(3)], new QueryClient());
  expect(done.map(({ id }) => id)).toEqual([1]);
  expect(refused).toMatchObject([
    { row: { id: 3 }, error: { message: expect.stringContaining('its bid is 0,30 to 0,70 $ by country now') } },
  ]);
  expect(sent(calls)).toEqual([{ ids: [1], one_bid_for_all_geo: 0.5 }]);
});

it('asks in its dialog until every ad has the bid, names who has not, and keeps what was typed', async () => {
  const told = vi.spyOn(notifications, 'show').mockImplementation(() => '');
  const newer = { id: 3, title: 'Hats', one_bid_for_all_geo: 0.7, bids: [] } as unknown as Ad;
  const shoes = { id: 1, title: 'Shoes', one_bid_for_all_geo: 0.1, bids: [] } as unknown as Ad;
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const calls = serve(() => [shoes, newer]);
  const asked = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: Request) => {
    if (input.method === 'PUT') await held;
    return asked(input);
  });
  show(<span />);
  act(() => askBid([shoes, { ...newer, one_bid_for_all_geo: 0.3 }]));
  const field = await screen.findByLabelText('Bid for a valid click, $');
  fill(field, '0,5');
  fireEvent.click(screen.getByRole('button', { name: 'Set for 2' }));
  // Nothing closes it before the answer.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled());
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(field).toHaveValue('0,5');
  await act(async () => answer());
  expect(await screen.findByText(/^“Hats”: It was changed elsewhere: its bid is 0,70 \$ now\./)).toBeInTheDocument();
  expect(field).toHaveValue('0,5');
  expect(told).toHaveBeenCalledOnce();
  expect(told.mock.lastCall?.[0].title).toBe('Ad given the bid');
  fireEvent.click(await screen.findByRole('button', { name: 'Set for 1' }));
  await waitFor(() => expect(field).not.toBeInTheDocument());
  expect(sent(calls)).toEqual([1, 3].map((id) => ({ ids: [id], one_bid_for_all_geo: 0.5 })));
});
