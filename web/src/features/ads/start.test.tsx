import { notifications } from '@mantine/notifications';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import type { Ad } from '~/api/sdk';
import { ok, stubApi } from '~/test/api-stub';
import { carryOut } from '../list/change';
import { ADS } from './api';

const AD = { id: 9, title: 'Boots' } as Ad;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const start = async (
  deliveries: Record<number, object>,
  ads: Ad[] = [AD],
  more: object = {},
): Promise<{ toasts: object[]; refused: Ad[]; asked: number }> => {
  const told = vi.spyOn(notifications, 'show');
  const calls = stubApi({
    'PUT /api/advertiser/ads/all/start': ok({ message: { started_count: 1 }, ...more }),
    ...Object.fromEntries(
      Object.entries(deliveries).map(([id, delivery]) => [
        `GET /api/advertiser/ads/universal/${id}/delivery`,
        ok({ data: { ads_count: 1, ads_on_offer: 0, text: '', ...delivery } }),
      ]),
    ),
  });
  const client = new QueryClient();
  const { refused } = await carryOut(ADS.wish.start, ads, client);
  // It is told once all of it is answered, for which the change does not wait.
  await vi.waitFor(() => expect(calls.length).toBe(Object.keys(deliveries).length + 1));
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  await new Promise((resolve) => setTimeout(resolve));
  return {
    toasts: told.mock.calls.map(([toast]) => toast),
    refused: refused.map(({ row }) => row),
    asked: calls.length,
  };
};

const stopOf = (code: string, title = 'It is stopped') => ({ code, title, text: 'Start it.', ads_count: 1 });
const halted = (code: string, title?: string) => ({ state: 'stopped', stops: [stopOf(code, title)] });
const some = (ids: number[], group_id: number, campaign_id = 1) =>
  ids.map((id) => ({ id, title: `Boots ${id}`, group_id, campaign_id }) as Ad);

it('says why a started ad is not shown when its campaign is stopped', async () => {
  expect((await start({ 9: halted('stopped') })).toasts).toMatchObject([
    {
      title: 'The ad is started, but not shown',
      message: 'Its campaign is stopped. Start the campaign, and the ad runs.',
    },
  ]);
});

it('says nothing of one that runs', async () => {
  expect((await start({ 9: { state: 'delivers', stops: [] } })).toasts).toEqual([]);
});

it('says once of many why they are not shown', async () => {
  expect((await start({ 9: halted('stopped') }, some([9, 10, 11], 3))).toasts).toMatchObject([
    {
      title: 'The 3 ads are started, but not shown',
      message: 'Their campaign is stopped. Start the campaign, and the ads run.',
    },
  ]);
});

it.each(['no_block', 'price_above_rest', 'not_loaded'])(
  'takes %s of one ad for no halt of the others',
  async (code) => {
    expect((await start({ 9: halted(code) }, some([9, 10, 11], 3))).toasts).toEqual([]);
  },
);

it('counts what is halted over all groups', async () => {
  const ads = [...some([9, 10], 3), ...some([11, 12], 4)];
  expect((await start({ 9: halted('stopped'), 11: halted('stopped') }, ads)).toasts).toMatchObject([
    { title: 'The 4 ads are started, but not shown' },
  ]);
  const group = halted('group_stopped', 'Groups are stopped');
  expect((await start({ 9: group, 11: { state: 'delivers', stops: [] } }, ads)).toasts.at(-1)).toMatchObject({
    title: 'Not all of the 4 started ads are shown',
    message: 'Groups are stopped. Start it.',
  });
});

it('tells which ads refused, and asks nothing of them', async () => {
  const [first, second] = some([9, 10], 3) as [Ad, Ad];
  const refused = [{ id: 9, detail: 'ad 9: it waits for a moderator' }];
  const told = await start({ 10: { state: 'delivers', stops: [] } }, [first, second], { refused });
  expect([told.refused, told.asked, told.toasts]).toEqual([[first], 2, []]);
});
