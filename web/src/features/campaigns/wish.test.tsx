import { notifications } from '@mantine/notifications';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import type { AdGroup, Campaign } from '~/api/sdk';
import { CampaignStatus } from '~/api/words';
import { ok, stubApi } from '~/test/api-stub';
import { carryOut } from '../list/change';
import { wishActions } from '../list/wish';
import { CAMPAIGNS, GROUPS, heldWhy } from './api';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const campaign = (status: CampaignStatus, is_started_wanted = true) =>
  ({ id: 1, status, is_started_wanted }) as Campaign;

it('starts what a rule has paused in one step', () => {
  const { wish } = CAMPAIGNS;
  const paused = campaign(CampaignStatus.PausedByRule);
  const [start, stop] = wishActions(wish);
  expect([wish.isOn(paused), start?.when?.(paused)]).toEqual([false, true]);
  // It is wanted still: who stops it has it stay so when the rule lets it go.
  expect(stop?.when?.(paused)).toBe(true);
  expect(wish.start.guess?.(paused)).toMatchObject({ status: CampaignStatus.Started, is_started_wanted: true });
  // What stands for another reason is on, and what it comes to is the server's to say.
  const spent = campaign(CampaignStatus.DailyBudget);
  expect(wish.isOn(spent)).toBe(true);
  expect(wish.start.guess?.(spent)).toMatchObject({ status: CampaignStatus.DailyBudget });
});

it('lets what staff hold be stopped, and not started', () => {
  const { wish } = CAMPAIGNS;
  const [start, stop] = wishActions(wish);
  for (const status of [CampaignStatus.PausedByStaff, CampaignStatus.Declined]) {
    const [on, off] = [campaign(status), campaign(status, false)];
    expect([wish.can(on), start?.when?.(on), stop?.when?.(on)]).toEqual([true, false, true]);
    expect([wish.can(off), start?.when?.(off), stop?.when?.(off)]).toEqual([false, false, false]);
  }
  expect(wish.can(campaign(CampaignStatus.Archived))).toBe(false);
});

it('says why staff hold a campaign', () => {
  expect(heldWhy({ staff_reason: 'Mice.' })).toEqual({ why: 'Held by the network: Mice.' });
  expect(heldWhy({ staff_reason: null })).toEqual({});
});

it('says of a group why it does not run under a campaign that a rule has paused', async () => {
  const told = vi.spyOn(notifications, 'show').mockImplementation(() => '');
  stubApi({
    'PUT /api/advertiser/ad_groups/3/start': ok({ data: {} }),
    'GET /api/advertiser/ad_groups/3/delivery': ok({ data: { stops: [{ code: 'paused_by_rule' }] } }),
  });
  const group = { id: 3, name: 'Evenings', status: CampaignStatus.PausedByRule, is_started_wanted: true } as AdGroup;
  const { refused } = await carryOut(GROUPS.wish.start, [group], new QueryClient());
  expect(refused).toEqual([]);
  expect(told.mock.lastCall?.[0]).toMatchObject({ title: 'The group is started, but not shown' });
});
