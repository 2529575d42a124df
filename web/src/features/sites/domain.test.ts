import { expect, it } from 'vitest';
import { debugUrl, domainUrl } from './domain';

it('adds the debug mode to the address of a page', () => {
  expect(debugUrl('https://news.example')).toBe('https://news.example/?placard_debug=1');
  expect(debugUrl('http://news.example/a?b=c#d')).toBe('http://news.example/a?b=c&placard_debug=1#d');
  for (const wrong of ['', 'news.example', 'javascript:alert(1)', 'https://'])
    expect(debugUrl(wrong), wrong).toBeUndefined();
});

it.each([
  ['news.example', 'https://news.example'],
  ['http://news.example/', 'http://news.example/'],
  ['127.0.0.1', 'http://127.0.0.1:8080'],
  ['localhost', 'http://localhost'],
  ['news.localhost', 'http://news.localhost'],
  ['localhost.example', 'https://localhost.example'],
])('leads to %s', (domain, url) => {
  expect(domainUrl(domain, { hostname: '127.0.0.1', origin: 'http://127.0.0.1:8080' })).toBe(url);
});
