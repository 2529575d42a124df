import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { parseSearch } from './search-params';
import { sourceSearch } from './source-search';

const read = (query: string) => z.object(sourceSearch).parse(parseSearch(query));

it('reads where a visitor came from', () => {
  expect(read('source=fb&medium=partners&campaign=a+b')).toEqual({ source: 'fb', medium: 'partners', campaign: 'a b' });
  expect(read('campaign=2026&source=true')).toEqual({ campaign: '2026', source: 'true' });
  expect(read('')).toEqual({});
});

it('drops what the server does not keep, and never fails', () => {
  expect(read(`source=${'я'.repeat(100)}`).source).toHaveLength(100);
  expect(read(`source=${'😀'.repeat(100)}`).source).toBeDefined();
  for (const bad of ['x'.repeat(101), 'a%0Ab', '%00', '%C2%85', '']) {
    expect(read(`source=${bad}&medium=m`), bad).toEqual({ medium: 'm' });
  }
});
