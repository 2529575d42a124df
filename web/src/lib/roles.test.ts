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

it('is the advertiser’s cabinet with the flag and a page that is not the webmaster’s', () => {
  expect(cabinetOf(both, 'advertiser')).toBe('advertiser');
  expect(cabinetOf(both, 'user')).toBe('advertiser');
  expect(cabinetOf(both, undefined)).toBe('advertiser');
  expect(cabinetOf(both, 'webmaster')).toBe('webmaster');
  expect(cabinetOf(both, 'webmaster_entry')).toBe('webmaster');
  expect(cabinetOf(person({ webmaster: {} }), 'user')).toBe('webmaster');
  expect(cabinetOf(person({ type_id: 12 }), 'staff')).toBe('admin');
  expect(cabinetOf(person({ type_id: 12 }), 'god')).toBe('admin');
  expect(cabinetOf(person({ type_id: 13 }), 'user')).toBe('admin');
});

it('sends advertisers to campaigns, else webmasters to sites', () => {
  expect(homeOf(both)).toBe('/advertiser/campaigns');
  expect(homeOf(person({ webmaster: {} }))).toBe('/webmaster/sites');
  expect(homeOf(person({ type_id: 12 }))).toBe('/admin');
});
