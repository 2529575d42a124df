import { expect, it } from 'vitest';
import type { Campaign } from '~/api/sdk';
import { NAMES } from '~/test/names';
import { campaignFields, limitsWarning, PACINGS } from './campaign-values';

const BOUNDS = { min: 5, max: 2_000 };
const LISTS = { targets: [], categories: [], sources: [], offers: [], names: NAMES };
const FIELDS = campaignFields('dollar', LISTS, BOUNDS);

const values = (daily: number | '', total: number | '') => ({
  ...FIELDS.read(undefined),
  daily_money_limit: daily,
  total_money_limit: total,
});

it('warns of a total below the daily limit, and refuses it no more than the server does', () => {
  const { checks } = FIELDS;
  const odd = values(100, 50);
  expect(checks.total_money_limit?.(50, odd, 'total_money_limit')).toBeNull();
  expect(limitsWarning(odd)).toContain('below the daily limit');
  expect(limitsWarning(values(50, 100))).toBeNull();
  expect(limitsWarning(values('', 5))).toBeNull();
});

it('takes the limits that the settings allow, and the one that the campaign has', () => {
  const { checks } = FIELDS;
  const refusal = (limit: number | '') => checks.daily_money_limit?.(limit, values(limit, ''), 'daily_money_limit');
  const { min, max } = BOUNDS;
  expect([refusal(''), refusal(min), refusal(max)]).toEqual([null, null, null]);
  expect(refusal(min - 0.01)).toContain('At least');
  expect(refusal(max + 1)).toContain('At most');
  const held = campaignFields('dollar', LISTS, BOUNDS, { daily_money_limit: 1 } as Campaign).checks;
  expect(held.daily_money_limit?.(1, values(1, ''), 'daily_money_limit')).toBeNull();
  expect(held.daily_money_limit?.(2, values(2, ''), 'daily_money_limit')).toContain('At least');
});

it('calls a pacing what the API calls it', () => {
  expect(PACINGS.map(({ label }) => label)).toEqual(['As fast as possible', 'Evenly over the day']);
});
