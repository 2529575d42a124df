import { expect, it } from 'vitest';
import { cabinetOf, homeOf, mayOpen, type Person } from './roles';

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
  expect(cabinetOf(person({ webmaster: {} }), '/account')).toBe('webmaster');
  expect(cabinetOf(person({ type_id: 12 }), '/admin/moderation')).toBe('admin');
  expect(cabinetOf(person({ type_id: 13 }), '/account')).toBe('admin');
});

it('opens only what belongs to a role', () => {
  const table: [Person, string, boolean][] = [
    [both, '/advertiser/campaigns', true],
    [both, '/admin/moderation', false],
    [person({ webmaster: {} }), '/advertiser/campaigns', false],
    [person({ advertiser: {} }), '/webmaster/sites', false],
    [person({ advertiser: {} }), '/account', true],
    [person({ type_id: 13 }), '/admin/moderation', true],
    [person({ type_id: 12 }), '/adminother', true],
  ];
  for (const [who, path, may] of table) expect(mayOpen(who, path), path).toBe(may);
});

it('sends advertisers to campaigns, else webmasters to sites', () => {
  expect(homeOf(both)).toBe('/advertiser/campaigns');
  expect(homeOf(person({ webmaster: {} }))).toBe('/webmaster/sites');
  expect(homeOf(person({ type_id: 12 }))).toBe('/admin/moderation');
});
