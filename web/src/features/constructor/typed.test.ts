import { expect, it } from 'vitest';
import type { Template, TemplateField } from '~/api/types';
import { differences, newDraft } from './draft';
import { draftWith, typedIn } from './typed';

const field = (key: string, of: Partial<TemplateField>): TemplateField => ({
  key,
  section: 'All',
  label: key,
  type: 'integer',
  min: 1,
  max: 9,
  default: 1,
  ...of,
});
const template = (id: number, fields: TemplateField[]): Template => ({
  id,
  block_format_type_id: 1,
  config: { name: `t${id}`, label: `T ${id}`, fields, sizes: [] },
  initial_values: Object.fromEntries(fields.map(({ key, default: value }) => [key, value])),
  is_global: true,
});
const color = (value: string) => field('background', { type: 'color', default: value });
const tall = template(1, [field('rows', { max: 12, default: 3 }), field('gap', { default: 2 }), color('#fff')]);
const flatOne = template(2, [field('rows', { max: 2, default: 2 }), color('#eee'), field('height', { default: 5 })]);

it('begins as the template does while nothing is typed', () => {
  expect(draftWith({}, flatOne)).toEqual(newDraft(flatOne, ''));
  expect(draftWith(typedIn({}, tall, newDraft(tall, '')), flatOne)).toEqual(newDraft(flatOne, ''));
});

it('takes to another template what that one takes, and back all of it', () => {
  const draft = {
    ...newDraft(tall, 'Sidebar'),
    custom_styles: '.card { color: red; }',
    passback_html: '<b>Own</b>',
    config: { rows: 12, gap: 4, background: '#00' },
  };
  const typed = typedIn({}, tall, draft);
  const there = draftWith(typed, flatOne);
  expect(there).toEqual({ ...draft, config: { rows: 2, background: '#00', height: 5 } });
  expect(draftWith(typedIn(typed, flatOne, there), tall)).toEqual(draft);
  // What is changed there is meant for both.
  const after = { ...there, name: '', config: { ...there.config, rows: 1, background: '#eee' } };
  expect(draftWith(typedIn(typed, flatOne, after), tall)).toEqual({
    ...draft,
    name: '',
    config: { rows: 1, gap: 4, background: '#fff' },
  });
});

it('keeps what another template begins with anyway', () => {
  const typed = typedIn({}, tall, { ...newDraft(tall, ''), config: { rows: 2, gap: 2, background: '#fff' } });
  const back = draftWith(typedIn(typed, flatOne, draftWith(typed, flatOne)), tall);
  expect(back.config).toEqual({ rows: 2, gap: 2, background: '#fff' });
  // So it is after a change that is taken back.
  const there = draftWith(typed, flatOne);
  expect(typedIn(typed, flatOne, { ...there, config: { ...there.config, rows: 1 } })).toMatchObject({
    'config.rows': 1,
  });
  expect(typedIn(typed, flatOne, there)).toEqual(typed);
});

it('leaves a bar with the one ad that it has room for', () => {
  const bar = { ...newDraft(tall, ''), placement: 'sticky_bottom' as const };
  const there = draftWith(typedIn({}, tall, { ...bar, config: { ...bar.config, rows: 1 } }), flatOne);
  expect(there.config.rows).toBe(1);
  expect(differences(there, newDraft(flatOne, ''))).toBe(2);
});
