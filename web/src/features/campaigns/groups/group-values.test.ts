import { describe, expect, it } from 'vitest';
import type { AdGroup } from '~/api/sdk';
import { coefficientOf, coefficientText, lastOfEach, parseCoefficient } from './group-coefficients';
import { groupBody, groupReachBody, groupValues } from './group-values';

describe('coefficients of a group', () => {
  it.each([
    ['42 1.4', '42 × 1,4'],
    ['42 × 1,4', '42 × 1,4'],
    ['#105 = 0,7', '#105 × 0,7'],
    ['42-105: 9', '#105 × 9,0'],
    ['42 1.45', null],
    ['42 10', null],
    ['42', null],
    ['shop.example 1.4', null],
  ])('are read from %s', (typed, text) => expect(parseCoefficient(typed)).toBe(text));

  it('come back as they were sent, the last of each source', () => {
    const entries = [
      { site_id: 42, value: 1.4 },
      { block_id: 105, value: 0.7 },
    ];
    expect(entries.map(coefficientText).map(coefficientOf)).toEqual(entries);
    expect(lastOfEach(['42 × 1,4', '#42 × 1,4', '42 × 2,0'])).toEqual(['42 × 2,0', '#42 × 1,4']);
  });
});

it('sends the coefficients and the format of a group as they stand in its form', () => {
  const group = {
    id: 1,
    name: 'Group',
    ad_format_type_id: 2,
    coefficients: [{ site_id: 42, value: 1.4 }],
    version: 3,
  } as unknown as AdGroup;
  const body = groupBody(groupValues(group), { withRanges: true, withLists: true }, group);
  expect(body).toMatchObject({ ad_format_type_id: 2, coefficients: [{ site_id: 42, value: 1.4 }], version: 3 });
  expect(groupBody(groupValues(undefined), { withRanges: true, withLists: true }, undefined)).toMatchObject({
    ad_format_type_id: null,
    coefficients: [],
  });
});

it('asks how many its audience could be within that of its campaign', () => {
  const values = {
    ...groupValues(undefined),
    categories: ['12'],
    ad_format_type_id: '4',
    ip_targetings: ['10.0.0.0/8'],
  };
  const asked = groupReachBody({ ...values, hours: [] }, false, 8, undefined);
  expect(asked).toMatchObject({ campaign_id: 8, site_categories: [12], ad_format_type_id: 4, countries: [] });
  expect([asked.time_targeting, asked.ip_targetings]).toEqual([undefined, undefined]);
  expect(groupReachBody(values, true, 8, undefined).ip_targetings).toEqual(['10.0.0.0/8']);
});
