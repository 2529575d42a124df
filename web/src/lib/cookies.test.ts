import { expect, it } from 'vitest';
import { cookieText, readCookie } from './cookies';

it('writes a cookie of this site and reads it back', () => {
  const text = cookieText('a', '{"b": "c;=d"}', 1800, true);
  expect(text).toBe('a=%7B%22b%22%3A%20%22c%3B%3Dd%22%7D; path=/; max-age=1800; samesite=strict; secure');
  expect(cookieText('a', '', 0, false)).not.toContain('secure');
  expect(readCookie(`x=1; ${text}`, 'a')).toBe('{"b": "c;=d"}');
});

it('reads nothing where there is none', () => {
  expect(readCookie('', 'a')).toBeNull();
  expect(readCookie('aa=1; b=a=2', 'a')).toBeNull();
  expect(readCookie('a=%E0%A4', 'a')).toBeNull();
  expect(readCookie('land_logout=', 'land_logout')).toBe('');
});
