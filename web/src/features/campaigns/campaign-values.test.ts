import { expect, it } from 'vitest';
import { CAMPAIGN_FORM_LIMITS } from '~/api/words';
import { NAMES } from '~/test/names';
import { campaignFields, limitsWarning, PACINGS } from './campaign-values';

const FIELDS = campaignFields('dollar', { targets: [], categories: [], sources: [], names: NAMES });

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

it('takes the limits that the server takes', () => {
  const { checks } = FIELDS;
  const refusal = (limit: number | '') => checks.daily_money_limit?.(limit, values(limit, ''), 'daily_money_limit');
  const { min, max } = CAMPAIGN_FORM_LIMITS.daily_money_limit;
  expect([refusal(''), refusal(min), refusal(max)]).toEqual([null, null, null]);
  expect(refusal(min - 0.01)).toContain('At least');
  expect(refusal(max + 1)).toContain('At most');
});

it('calls a pacing what the API calls it', () => {
  expect(PACINGS.map(({ label }) => label)).toEqual(['As fast as possible', 'Evenly over the day']);
});
