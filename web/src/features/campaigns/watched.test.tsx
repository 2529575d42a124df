import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { WATCHED_MS } from '~/lib/watched';
import { ok, stubApi } from '~/test/api-stub';
import { pushCampaignQuery } from '../push/api';
import { campaignQuery, groupQuery } from './api';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ['a campaign', campaignQuery('1'), 'GET /api/advertiser/campaigns/1'],
  ['a group', groupQuery('1'), 'GET /api/advertiser/ad_groups/1'],
  ['a push campaign', pushCampaignQuery('u'), 'GET /api-push-proxy/campaigns/u'],
])('status and spend of %s are asked for again while one looks', async (_, query, call) => {
  vi.useFakeTimers();
  const calls = stubApi({ [call]: ok({ data: { id: 1 } }) });
  const looks = new QueryObserver(new QueryClient(), query as never);
  const leave = looks.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(2 * WATCHED_MS + 100);
  leave();
  expect(calls).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(2 * WATCHED_MS);
  expect(calls).toHaveLength(3);
});
