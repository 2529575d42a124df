import { expect, it } from 'vitest';
import { choicesOf, named, openTo } from './choices';

it('shows what is closed where it was chosen, and offers it to nobody', () => {
  const choices = choicesOf([
    { id: 1, name: 'News', is_active: true },
    { id: 2, name: 'Boats', is_active: false },
    { id: 3, name: '' },
  ]);
  expect(choices).toEqual([
    { value: '1', label: 'News' },
    { value: '2', label: 'Boats (closed)', isClosed: true },
    { value: '3', label: '3' },
  ]);
  expect(openTo(choices, []).map(({ value }) => value)).toEqual(['1', '3']);
  expect(openTo(choices, ['2']).map(({ value }) => value)).toEqual(['1', '2', '3']);
  expect(named(choices, ['2', '1'])).toBe('Boats (closed), News');
});
