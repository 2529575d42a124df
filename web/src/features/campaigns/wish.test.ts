import { expect, it } from 'vitest';
import type { Campaign } from '~/api/sdk';
import { CampaignStatus } from '~/api/words';
import { wishActions } from '../list/wish';
import { CAMPAIGNS } from './api';

const campaign = (status: CampaignStatus, is_started_wanted = true) =>
  ({ id: 1, status, is_started_wanted }) as Campaign;

it('starts what a rule has paused in one step', () => {
  const { wish } = CAMPAIGNS;
  const paused = campaign(CampaignStatus.PausedByRule);
  const [start, stop] = wishActions(wish);
  expect([wish.isOn(paused), start?.when?.(paused), stop?.when?.(paused)]).toEqual([false, true, false]);
  expect(wish.start.guess?.(paused)).toMatchObject({ status: CampaignStatus.Started, is_started_wanted: true });
  // What stands for another reason is on, and what it comes to is the server's to say.
  const spent = campaign(CampaignStatus.DailyBudget);
  expect(wish.isOn(spent)).toBe(true);
  expect(wish.start.guess?.(spent)).toMatchObject({ status: CampaignStatus.DailyBudget });
});
