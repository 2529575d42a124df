import { expect, it } from 'vitest';
import { debugUrl } from './domain';

it('adds the debug mode to the address of a page', () => {
  expect(debugUrl('https://news.example')).toBe('https://news.example/?placard_debug=1');
  expect(debugUrl('http://news.example/a?b=c#d')).toBe('http://news.example/a?b=c&placard_debug=1#d');
  for (const wrong of ['', 'news.example', 'javascript:alert(1)', 'https://'])
    expect(debugUrl(wrong), wrong).toBeUndefined();
});
