import { expect, it } from 'vitest';
import type { Template } from '~/api/types';
import { type Draft, differences, draftBody, draftErrors, flat, newDraft, unflat } from './draft';

const TEMPLATE: Template = {
  id: 1,
  block_format_type_id: 1,
  config: { name: 'x', label: 'X', fields: [], sizes: [] },
  initial_values: {},
  is_global: true,
};
const draft = (change: Partial<Draft>): Draft => ({ ...newDraft(TEMPLATE, 'Sidebar'), ...change });

it('sends no floor, no refresh and no page where none is set', () => {
  const { ecpm_floor, country_floors, refresh_seconds, passback_url } = draftBody(draft({}), TEMPLATE, 3);
  expect([ecpm_floor, country_floors, refresh_seconds, passback_url]).toEqual([0, [], null, '']);
});

it('keeps floors by country as they are through undo and comparison', () => {
  const mine = draft({ country_floors: [{ country_code: 'DE', ecpm_floor: 0.000001 }], ecpm_floor: 2 });
  expect(unflat(flat(mine))).toEqual(mine);
  expect(differences(mine, draft({}))).toBe(2);
  expect(draftErrors(mine, TEMPLATE)).toEqual({});
});

it.each<[Partial<Draft>, string]>([
  [{ ecpm_floor: 1001 }, 'ecpm_floor'],
  [{ ecpm_floor: 'much' }, 'ecpm_floor'],
  [{ country_floors: [{ country_code: 'DE', ecpm_floor: '' }] }, 'country_floors.0.ecpm_floor'],
  [{ refresh_seconds: '29' }, 'refresh_seconds'],
  [{ refresh_seconds: '30.5' }, 'refresh_seconds'],
  [{ refresh_seconds: '' }, 'refresh_seconds'],
  [{ passback_url: 'house.example/ad' }, 'passback_url'],
  [{ placement: 'in_article', article_paragraphs: '1' }, 'article_paragraphs'],
  [{ placement: 'sticky_bottom', config: { rows: 2 } }, 'placement'],
])('refuses %j', (change, field) => {
  expect(Object.keys(draftErrors(draft(change), TEMPLATE))).toEqual([field]);
});

it.each<[Partial<Draft>, string]>([
  [{ custom_styles: 'x'.repeat(8193) }, 'The CSS is longer than 8 kB.'],
  [{ passback_html: 'x'.repeat(10_001) }, 'At most 10\u00a0000 characters.'],
])('says how long a text may be', (change, text) => {
  expect(Object.values(draftErrors(draft(change), TEMPLATE))).toEqual([text]);
});
