import { expect, it } from 'vitest';
import { EMOJI, findEmoji } from './emoji';

it('finds by the beginnings of words', () => {
  expect(findEmoji('shop').map(({ sign }) => sign)).toEqual(['🛒', '🛍️']);
  expect(findEmoji('star eyes').map(({ sign }) => sign)).toEqual(['🤩']);
  expect(findEmoji('  ')).toBe(EMOJI);
  expect(findEmoji('nothing like it')).toEqual([]);
});

it('has each sign once, with words', () => {
  expect(new Set(EMOJI.map(({ sign }) => sign)).size).toBe(EMOJI.length);
  expect(EMOJI.every(({ sign, words }) => sign !== '' && words !== '')).toBe(true);
});
