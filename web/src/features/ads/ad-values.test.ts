import { expect, test } from 'vitest';
import { adBody, emptyAd, landingHost, missingFor } from './ad-values';
import { middleCut } from './picture';

test('landing pages are http or https with a host', () => {
  const check = (url: string, host: string | null) => expect(landingHost(url)).toBe(host);
  check('https://www.Shop.example/offer?c={click_id}', 'shop.example');
  check('http://127.0.0.1:8080/demo', '127.0.0.1');
  check('https://shop', null);
  check('ftp://shop.example', null);
  check('javascript:alert(1)', null);
  check('https://shop.example/a b', null);
});

test('each format says what it lacks', () => {
  const native = { ...emptyAd(), title: 'Too short' };
  expect(missingFor('title', native, true)).toContain('25 to 75');
  expect(missingFor('picture', native, false)).toBe('Native needs a picture.');
  expect(missingFor('title', { ...native, formats: [4] }, false)).toBeNull();
  expect(missingFor('picture', { ...native, formats: [4] }, false)).toBeNull();
  expect(missingFor('short_description', native, true)).toBeNull();
  expect(missingFor('short_description', { ...native, formats: [1, 4] }, true)).toBe('Text needs a description.');
  expect(missingFor('full_text', { ...native, formats: [8] }, true)).toContain('needs a full text');
});

test('the body names formats and bids as the API takes them', () => {
  const body = adBody({ ...emptyAd(), bidMode: 'country', bids: [{ country_code: 'DE', bid: 0.12 }] }, null, {}, 3);
  expect(body.getAll('supported_block_format_types[]')).toEqual(['1', '16']);
  expect(body.get('bids[0][country_code]')).toBe('DE');
  expect(body.get('one_bid_for_all_geo')).toBeNull();
  expect(body.get('version')).toBe('3');
});

test('beside bids by country stands one for all others', () => {
  const values = { ...emptyAd(), bidMode: 'country' as const, bids: [{ country_code: 'DE', bid: 1.2 }], otherBid: 0.5 };
  expect(adBody(values, null, {}, undefined).get('one_bid_for_all_geo')).toBe('0.5');
});

test('the middle cut fits into the picture', () => {
  expect(middleCut(1200, 675, 1)).toEqual({ x: 262, y: 0, width: 675, height: 675 });
  expect(middleCut(600, 600, 16 / 9)).toEqual({ x: 0, y: 131, width: 600, height: 337 });
});
