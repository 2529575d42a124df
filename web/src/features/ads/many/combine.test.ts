import { expect, test } from 'vitest';
import { combined, titlesOf } from './combine';

const VALUES = {
  titles: ' One \n\nTwo\nOne\n',
  short_description: ' Words ',
  brand: '',
  original_url: ' https://shop.example/ ',
  bid: 2,
  pictures: [],
};

test('titles are lines, each once', () => {
  expect(titlesOf(VALUES.titles)).toEqual(['One', 'Two']);
});

test('each title goes with each picture; titles alone are text ads', () => {
  const alone = combined(VALUES);
  expect(alone.map((ad) => [ad.title, ad.supported_block_format_types])).toEqual([
    ['One', [4]],
    ['Two', [4]],
  ]);
  expect(alone[0]).toMatchObject({ short_description: 'Words', original_url: 'https://shop.example/' });
  const picture = (name: string) => ({ key: name, square: `${name}s`, horizontal: `${name}h`, url: '' });
  const all = combined({ ...VALUES, pictures: [picture('a'), picture('b')] });
  expect(all.map((ad) => [ad.title, ad.picture_square, ad.picture_horizontal])).toEqual([
    ['One', 'as', 'ah'],
    ['Two', 'as', 'ah'],
    ['One', 'bs', 'bh'],
    ['Two', 'bs', 'bh'],
  ]);
});
