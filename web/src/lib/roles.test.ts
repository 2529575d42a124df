import { expect, it } from 'vitest';
import { cabinetOf, homeOf, type Person } from './roles';

const person = (part: Partial<Person>): Person => ({
  type_id: 1,
  is_trusted: false,
  advertiser: null,
  webmaster: null,
  ...part,
});
const both = person({ advertiser: {}, webmaster: {} });

it('is the advertiser’s cabinet with the flag and a path without webmaster', () => {
  expect(cabinetOf(both, '/advertiser/campaigns')).toBe('advertiser');
  expect(cabinetOf(both, '/account')).toBe('advertiser');
  expect(cabinetOf(both, '/webmaster/sites')).toBe('webmaster');
  // The route's name decides, not a word in a part of the path that differs.
  expect(cabinetOf(both, '/helpCenter/first-webmaster-site')).toBe('advertiser');
  expect(cabinetOf(both, '/en/webmaster/sites/7/blocks')).toBe('webmaster');
  expect(cabinetOf(person({ webmaster: {} }), '/account')).toBe('webmaster');
  expect(cabinetOf(person({ type_id: 12 }), '/admin/moderation')).toBe('admin');
  expect(cabinetOf(person({ type_id: 13 }), '/account')).toBe('admin');
});

it('sends advertisers to campaigns, else webmasters to sites', () => {
  expect(homeOf(both)).toBe('/advertiser/campaigns');
  expect(homeOf(person({ webmaster: {} }))).toBe('/webmaster/sites');
  expect(homeOf(person({ type_id: 12 }))).toBe('/admin/moderation');
});
