import type { BlockConfig } from '@render/index';
import initial from '@render/initial.json';
import { describe, expect, it } from 'vitest';
import { NativeFormat } from '~/api/words';
import { seenOf } from './phone-title';
import { PHONE_WIDTH, shownFor } from './shown';

/** Each letter is 10 px wide. */
const measure = (text: string) => [...text].length * 10;

describe('seenOf', () => {
  it.each<[why: string, title: string, seen: string | null]>([
    ['nothing', '', null],
    ['one line', 'Coffee', null],
    ['two full lines', 'Coffee for your town', null],
    ['dots that fit', 'Coffee for your town now', 'Coffee for your town…'],
    ['blanks in a row', 'Coffee for your town  tonight', 'Coffee for your town…'],
    ['dots in the place of a letter', 'Coffee for somebodies town', 'Coffee for somebodie…'],
    ['a word broken over lines', 'Unbelievable coffee', null],
    ['a broken word that is cut', 'Unbelievable coffeehouses', 'Unbelievable…'],
    ['no blanks at all', '日本語の見出しはここで切れますよ、でね', null],
    ['no blanks, too long', '日本語の見出しはここで切れますよ、長いので', '日本語の見出しはここで切れますよ、長い…'],
    ['a family that is not torn apart', 'Friends👨‍👩‍👧 everywhere now', 'Friends👨‍👩‍👧…'],
  ])('%s', (_, title, seen) => {
    expect(seenOf(title, { width: 100, lines: 2 }, measure)).toBe(seen);
  });
  it('says something of a room that is too narrow for a letter', () => {
    expect(seenOf('Coffee', { width: 5, lines: 1 }, measure)).toBe('C…');
  });
});

it('knows the room that the templates give a title', () => {
  const all = shownFor(Object.values(NativeFormat));
  expect(all.length).toBeGreaterThan(5);
  for (const { template, title } of all) {
    const settings: BlockConfig = initial[template as keyof typeof initial];
    const { title_size, title_lines, title_weight, padding, border_width } = settings;
    expect([template, title.lines, title.letters]).toEqual([template, title_lines, `${title_weight} ${title_size}px`]);
    expect(title.width).toBeLessThanOrEqual(PHONE_WIDTH - 2 * (Number(padding) + Number(border_width)));
  }
});
