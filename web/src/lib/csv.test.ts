import { expect, it } from 'vitest';
import { csvCell, csvText } from './csv';

it.each([
  [null, ''],
  [undefined, ''],
  [Number.NaN, ''],
  [0, '0'],
  [-0.0000001, '0'],
  [1200, '1200'],
  [-1234.5, '-1234,5'],
  [0.07, '0,07'],
  [0.1 + 0.2, '0,3'],
  ['=1+1', "'=1+1"],
  ['-x', "'-x"],
  ['＠sum', "'＠sum"],
  ['a-b', 'a-b'],
])('writes %j as %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

it('quotes what would end a cell, headings too', () => {
  expect(csvText(['a;b', '=x'], [['"q"', 'two\nlines']])).toBe('\ufeff"a;b";\'=x\r\n"""q""";"two\nlines"\r\n');
});
