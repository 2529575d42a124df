import { expect, it } from 'vitest';
import { formatAgo } from './ago';

const NOW = Date.parse('2026-11-21T12:00:00Z');

it.each([
  ['2026-11-21T11:59:30Z', 'just now'],
  ['2026-11-21T12:00:05Z', 'just now'],
  ['2026-11-21T11:48:00Z', '12 min ago'],
  ['2026-11-21T05:00:00Z', '7 h ago'],
  ['2026-11-18T12:00:00Z', '3 days ago'],
  ['2026-10-21T12:00:00Z', '21 Oct 2026'],
  ['nonsense', '–'],
])('%s was %s', (at, text) => {
  expect(formatAgo(at, NOW).replaceAll('\u00a0', ' ')).toBe(text);
});
