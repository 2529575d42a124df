import { expect, it } from 'vitest';
import { joinPath, splitPath } from './locale';

it('splits and joins the prefix', () => {
  const table: [string, '' | 'en', string][] = [
    ['/', '', '/'],
    ['/en', 'en', '/'],
    ['/en/about', 'en', '/about'],
    ['/english', '', '/english'],
  ];
  for (const [path, locale, rest] of table) {
    expect(splitPath(path)).toEqual({ locale, rest });
    expect(joinPath(locale, rest)).toBe(path);
  }
});
