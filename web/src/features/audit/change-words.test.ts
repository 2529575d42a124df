import { expect, it } from 'vitest';
import { NAMES } from '~/test/names';
import { fieldName, fieldValue, THINGS, type ThingNames } from './change-words';

const called = (id: number) => (id === 7 ? 'Anna' : undefined);
const things = Object.fromEntries(THINGS.map((name) => [name, called])) as unknown as ThingNames;
const OF = { subject: 'ad', unit: 'dollar', names: NAMES, things } as const;

it.each([
  ['one_bid_for_all_geo', 0.9, 'Bid: $0,90'],
  ['daily_money_limit', 40, 'Daily limit: $40,00'],
  ['status_id', 5, 'Status: Launched'],
  ['ban_reasons', [6, 7], 'Ban reasons: Image: misleading in order to get attention, Title: invalid design'],
  ['countries', ['DE', 'AT'], 'Countries: Germany, Austria'],
  ['languages', ['de'], 'Languages: German'],
  ['bids', [{ country_code: 'DE', bid: 0.125 }], 'Bids by country: Germany $0,125'],
  ['locked_until', '2026-11-22T19:07:30.153Z', 'Locked until: 22 Nov 2026, 19:07 UTC'],
  ['auto_start_ads', true, 'Starts ads by itself: yes'],
  ['browsers', [], 'Browsers: nothing'],
  ['manager_id', 7, 'Manager: Anna'],
  ['manager_id', 8, 'Manager: 8'],
  ['target_id', 7, 'Leads to: Anna'],
  ['offer_id', 7, 'Offer: Anna'],
  ['frequency_cap.shows', 3, 'Shows to one visitor, shows: 3'],
  ['regions', [7, 44], 'Regions: Place 7, 44'],
  ['os', [{ device_type: 1, value: 3 }], 'Systems: n3'],
  ['isps', [3320], 'Networks: n3320'],
  ['review_id', 5, 'Moderation: Approved'],
  ['review_id', 4, 'Moderation: Draft'],
  ['review_id', 3, 'Moderation: Rejected'],
  ['supported_block_format_types', [1], 'Formats: Native'],
  ['share_basis_points', 8_050, 'Webmaster’s share: 80,50\u00a0%'],
  ['share_basis_points', null, 'Webmaster’s share: as for everybody'],
  ['', 8_000, 'Value: 8000'],
  ['something_new', { a: 1, b: null }, 'Something new: a 1'],
])('tells %s in words', (path, value, words) => {
  expect(`${fieldName(path)}: ${fieldValue(path, value, OF)}`).toBe(words);
});

it('tells what is not of its list as it stands', () => {
  const of = OF;
  expect(fieldValue('countries', [7], of)).toBe('7');
  expect(fieldValue('os', [{ device_type: 1 }], of)).toBe('device type 1');
  expect(fieldValue('ban_reasons', [4040], of)).toBe('4040');
});
