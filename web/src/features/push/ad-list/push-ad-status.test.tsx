import { expect, it } from 'vitest';
import type { PushAd } from '~/api/sdk';
import { CampaignStatus } from '~/api/words';
import { wishActions } from '../../list/wish';
import { PUSH_ADS } from '../api';
import { adStatus } from './push-ad-status';

const ad = (is_rejected: boolean, is_started_wanted: boolean) =>
  ({ uuid: 'a', status_id: CampaignStatus.Declined, is_rejected, is_started_wanted, halts: [] }) as unknown as PushAd;

it('tells ads of a declined campaign from rejected ones', () => {
  expect(adStatus(ad(true, true)).why).toContain('Moderation rejected it');
  expect(adStatus(ad(false, true)).why).toBe('The network declined its campaign, whose page says why.');
});

it('lets the ads of a declined campaign be stopped, and not started', () => {
  const { wish } = PUSH_ADS;
  const [start, stop] = wishActions(wish);
  const offered = (one: PushAd) => [wish.can(one), start?.when?.(one), stop?.when?.(one)];
  expect(offered(ad(false, true))).toEqual([true, false, true]);
  expect(offered(ad(false, false))).toEqual([false, false, false]);
  expect(offered(ad(true, true))).toEqual([false, false, false]);
});
