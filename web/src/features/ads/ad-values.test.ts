import { expect, test } from 'vitest';
import { multipart } from '~/api/multipart';
import type { Ad } from '~/api/sdk';
import { type AdValues, adBody, adValues, descriptionMax, fullTextMax, landingHost, missingFor } from './ad-values';

test('landing pages are http or https with a host', () => {
  const check = (url: string, host: string | null) => expect(landingHost(url)).toBe(host);
  check('https://www.Shop.example/offer?c={click_id}', 'shop.example');
  check('http://127.0.0.1:8080/demo', '127.0.0.1');
  check('https://shop', null);
  check('ftp://shop.example', null);
  check('javascript:alert(1)', null);
  check('https://shop.example/a b', null);
});

const NEW = adValues(undefined, 4);
const PICTURE = { square: '/p/1.webp' };

test('each format says what it lacks', () => {
  const native = { ...NEW, title: 'Too short' };
  expect(missingFor('title', native)).toContain('25 to 75');
  expect(missingFor('picture', native)).toBe('Native needs a picture.');
  expect(missingFor('picture', { ...native, saved: PICTURE })).toBeNull();
  expect(missingFor('title', { ...native, formats: [4] })).toBeNull();
  expect(missingFor('picture', { ...native, formats: [4] })).toBeNull();
  expect(missingFor('short_description', native)).toBeNull();
  expect(missingFor('short_description', { ...native, formats: [1, 4] })).toBe('Text needs a description.');
  expect(missingFor('full_text', { ...native, formats: [8] })).toContain('needs a full text');
});

test('the longest texts are those that all chosen formats take', () => {
  expect([descriptionMax([1]), descriptionMax([1, 4])]).toEqual([140, 120]);
  expect([fullTextMax([1]), fullTextMax([1, 2]), fullTextMax([2, 8])]).toEqual([0, 5000, 1500]);
});

test('the body names formats and bids as the API takes them', () => {
  const values: AdValues = { ...NEW, bidMode: 'country', bids: [{ country_code: 'DE', bid: 0.12 }] };
  const body = multipart(
    adBody({ ...values, primary_source_url: 'https://first.example' }, { ...({} as Ad), version: 3 }),
  );
  expect(body.getAll('supported_block_format_types[]')).toEqual(['1', '16']);
  expect(body.get('bids[0][country_code]')).toBe('DE');
  expect(body.get('bids[0][bid]')).toBe('0.12');
  expect(body.get('one_bid_for_all_geo')).toBeNull();
  expect(body.get('frequency_cap[hours]')).toBeNull();
  expect(body.get('primary_source_url')).toBe('https://first.example');
  expect(body.get('version')).toBe('3');
});

test('a picture goes with what to cut of it', () => {
  const file = new File(['x'], 'bike.jpg', { type: 'image/jpeg' });
  const picture = { file, url: 'blob:1', width: 900, height: 900 };
  const body = multipart(
    adBody({ ...NEW, picture, cuts: { square: { x: 0.4, y: 0, width: 9, height: 9 } } }, undefined),
  );
  expect(body.get('media_content_file_horizontal')).toBeInstanceOf(File);
  expect(body.get('crop_square')).toBe('0,0,9,9');
  expect(body.has('crop_horizontal')).toBe(false);
  expect(body.has('version')).toBe(false);
});

test('beside bids by country stands one for all others', () => {
  const values: AdValues = { ...NEW, bidMode: 'country', bids: [{ country_code: 'DE', bid: 1.2 }], otherBid: 0.5 };
  expect(adBody(values, undefined).one_bid_for_all_geo).toBe(0.5);
});
