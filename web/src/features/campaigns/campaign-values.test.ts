import { expect, it } from 'vitest';
import { campaignFields, limitsWarning, PACINGS } from './campaign-values';

const values = (daily: number | '', total: number | '') => ({
  ...campaignFields('dollar', { targets: [], categories: [], sources: [] }).read(undefined),
  daily_money_limit: daily,
  total_money_limit: total,
});

it('warns of a total below the daily limit, and refuses it no more than the server does', () => {
  const { checks } = campaignFields('dollar', { targets: [], categories: [], sources: [] });
  const odd = values(100, 50);
  expect(checks.total_money_limit?.(50, odd, 'total_money_limit')).toBeNull();
  expect(limitsWarning(odd)).toContain('below the daily limit');
  expect(limitsWarning(values(50, 100))).toBeNull();
  expect(limitsWarning(values('', 5))).toBeNull();
});

it('calls a pacing what the API calls it', () => {
  expect(PACINGS.map(({ label }) => label)).toEqual(['As fast as possible', 'Evenly over the day']);
});
