import { expect, it } from 'vitest';
import { readDecimal } from './decimal';

it.each([
  ['12,5', 2, 12.5],
  ['12.50', 2, 12.5],
  [' 0 ', 2, 0],
  ['0.000000001', 9, 1e-9],
  ['12,555', 2, null],
  ['1.234,5', 2, null],
  ['-1', 2, null],
  ['', 2, null],
  ['1e3', 2, null],
])('reads %j with %d decimals as %j', (text, decimals, number) => {
  expect(readDecimal(text, decimals)).toBe(number);
});
