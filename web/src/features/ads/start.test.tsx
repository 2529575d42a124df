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

const start = async (delivery: object, ads: Ad[] = [AD]) => {
  const told = vi.spyOn(notifications, 'show');
  stubApi({
    'PUT /api/advertiser/ads/all/start': ok({ message: { started_count: 1 } }),
    'GET /api/advertiser/ads/universal/9/delivery': ok({
      data: { ads_count: 1, ads_on_offer: 0, text: '', ...delivery },
    }),
  });
  const { refused } = await carryOut(ADS.wish.start, ads, new QueryClient());
  expect(refused).toEqual([]);
  return told.mock.calls.map(([toast]) => toast);
};

it('says why a started ad is not shown when its campaign is stopped', async () => {
  const stops = [{ code: 'stopped', title: 'It is stopped', text: 'Start it.', ads_count: 1 }];
  expect(await start({ state: 'stopped', stops })).toMatchObject([
    {
      title: 'The ad is started, but not shown',
      message: 'Its campaign is stopped. Start the campaign, and the ad runs.',
    },
  ]);
});

it('says nothing of one that runs', async () => {
  expect(await start({ state: 'delivers', stops: [] })).toEqual([]);
});

it('says once of many why they are not shown', async () => {
  const stops = [{ code: 'stopped', title: 'It is stopped', text: 'Start it.', ads_count: 1 }];
  const many = [9, 10, 11].map((id) => ({ id, title: `Boots ${id}`, group_id: 3 }) as Ad);
  expect(await start({ state: 'stopped', stops }, many)).toMatchObject([
    {
      title: 'The 3 ads are started, but not shown',
      message: 'Their campaign is stopped. Start the campaign, and the ads run.',
    },
  ]);
});
