import { expect, it } from 'vitest';
import { amountProblem, amountText, numberText, readAmount, readNumber } from './amount';

const read = (text: string, decimals = 2) => readAmount(text, 'dollar', decimals);
const problem = (text: string, decimals = 2) => amountProblem(read(text, decimals), 'dollar', decimals);

it.each([
  ['12', 12],
  ['12,5', 12.5],
  ['12.5', 12.5],
  ['0,07', 0.07],
  [',5', 0.5],
  ['5,', 5],
  ['007', 7],
  ['+3', 3],
  [' $12.50 ', 12.5],
  ['12,50 $', 12.5],
  ['12,50\u00a0$', 12.5],
  ['1,234.56', 1234.56],
  ['1.234,56', 1234.56],
  ['1 234,56', 1234.56],
  ['1\u00a0234,56', 1234.56],
  ['1\u202f234.56', 1234.56],
  ["1'234.56", 1234.56],
  ['1,234,567', 1_234_567],
  ['1.234.567,80', 1_234_567.8],
  ['12 345 678', 12_345_678],
  ['1,2300', 1.23],
  ['', ''],
  ['  ', ''],
])('reads %j as it is meant', (text, amount) => {
  expect(read(text)).toBe(amount);
  expect(problem(text)).toBeNull();
});

it.each([
  ['-5', /below zero/],
  ['\u22125', /below zero/],
  ['$-5', /below zero/],
  ['(5)', /below zero/],
  ['1,234', /two ways. Write 1234, or 1,23\.$/],
  ['24.000', /two ways. Write 24000, or 24,00\.$/],
  ['12,34,567.00', /without grouping/],
  ['1.23,456.7', /without grouping/],
  ['1,2,3', /without grouping/],
  ['1 2', /without grouping/],
  ['12 34,5', /without grouping/],
  ['12,50 \u20ac', /Digits only/],
  ['12 \u00a2', /Digits only/],
  ['1e3', /Digits only/],
  ['ten', /Digits only/],
  ['0,009', /At most 2 decimals/],
  ['9999999999', /Too much/],
  ['1'.repeat(41), /Too long/],
])('refuses %j in words', (text, words) => {
  expect(read(text)).toBe(text);
  expect(problem(text)).toMatch(words);
});

it('takes three decimals where a bid has them, and shows them so that nobody reads thousands', () => {
  expect(read('0,125', 3)).toBe(0.125);
  expect(problem('1,234', 3)).toMatch(/two ways/);
  expect(read('1,2340', 3)).toBe(1.234);
  expect(amountText(1.234, 'dollar', 3)).toBe('1,2340');
});

it.each([0, 1, 2, 3, 6])('advises nothing that a field of %i decimals refuses', (decimals) => {
  const advised =
    problem('1,234', decimals)
      ?.match(/[\d,]*\d/g)
      ?.slice(1) ?? [];
  expect(advised).toHaveLength(decimals === 0 ? 1 : 2);
  for (const text of advised) expect(problem(text, decimals), text).toBeNull();
});

it('counts one decimal as one', () => {
  expect(problem('0,55', 1)).toBe('At most 1 decimal.');
  expect(amountProblem('0,55', 'cent', 2)).toBe('At most 1 decimal.');
});

it('keeps dollars whatever the unit', () => {
  expect(readAmount('7', 'cent', 2)).toBe(0.07);
  expect(readAmount('1\u00a0234,5 ¢', 'cent', 3)).toBe(12.345);
  expect(amountText(0.07, 'cent', 2)).toBe('7');
  expect(amountText('ten', 'cent', 2)).toBe('ten');
});

it('reads again what it shows', () => {
  for (const dollars of [0, 0.01, 0.9, 1, 12.5, 999.99, 1000, 1234.56, 999_999_999])
    expect(read(amountText(dollars, 'dollar', 2))).toBe(dollars);
});

it('reads counts and parts of a hundred by the same rules', () => {
  expect(readNumber('100 000', 0)).toEqual({ number: 100_000 });
  expect(readNumber('1,234,567', 0)).toEqual({ number: 1_234_567 });
  expect(readNumber('0,2 %', 2, '%')).toEqual({ number: 0.2 });
  expect(readNumber('', 0)).toEqual({ number: null });
  expect(readNumber('1,234', 0)).toEqual({ problem: '1,234 can be read in two ways. Write 1234.' });
  expect(readNumber('1,5', 0)).toEqual({ problem: 'Whole numbers only.' });
  expect(readNumber('some', 2)).toEqual({ problem: 'Digits only, such as 12,50.' });
  for (const value of [0.000_001, 0.125, 1.234, 1_000_000]) {
    expect(readNumber(numberText(value, 6), 6)).toEqual({ number: value });
  }
});
