import { expect, it } from 'vitest';
import { gallerySearch } from './gallery-search';

it('reads of an address what the gallery knows', () => {
  expect(gallerySearch({ format: 2, scheme: 'dark', other: 1 })).toEqual({ format: 2, scheme: 'dark' });
  for (const wrong of [{}, { format: 'text', scheme: 'blue' }, { format: 1.5, scheme: 'both' }])
    expect(gallerySearch(wrong)).toEqual({});
});
