import { describe, expect, it } from 'vitest';
import {
  COEFFICIENT_WORDS,
  coefficientAt,
  nearestCoefficient,
  placeOfCoefficient,
  readCoefficient,
  readPasted,
  sideOf,
} from './source-words';

describe('coefficients on their scale', () => {
  it('come back from their place', () => {
    for (let tenths = 2; tenths <= 90; tenths += 1) {
      expect(coefficientAt(placeOfCoefficient(tenths / 10))).toBe(tenths / 10);
    }
  });
  it('stand as far from a double as from a half', () => {
    const place = placeOfCoefficient;
    expect(place(2) - place(1)).toBeCloseTo(place(1) - place(0.5));
    expect([place(0.2), place(9)]).toEqual([0, 100]);
  });
  it.each([
    ['0,4', 0.4],
    ['1.4', 1.4],
    ['9', 9],
    ['0.1', null],
    ['9.1', null],
    ['0.25', null],
    ['', null],
    ['x', null],
  ])('are read from %s', (text, value) => expect(readCoefficient(text)).toBe(value));
  it('end where the API ends', () => {
    expect([0.1, 0.30000000000000004, 9.1].map(nearestCoefficient)).toEqual([0.2, 0.3, 9]);
    expect(COEFFICIENT_WORDS).toBe('Must be 0,2 to 9 in steps of 0,1.');
  });
});

it('reads sites and blocks out of what was pasted', () => {
  expect(readPasted('42, 43\n42-105 #106; bad.example 42')).toEqual({
    site_ids: [42, 43],
    block_ids: [105, 106],
    wrong: ['bad.example'],
  });
});

it('is sure only where the whole interval is on one side', () => {
  expect(sideOf({ ratio: 2, low: 1.1, high: 5 })).toBe('dearer');
  expect(sideOf({ ratio: null, low: 3.4, high: null })).toBe('dearer');
  expect(sideOf({ ratio: 0.6, low: 0.5, high: 0.9 })).toBe('cheaper');
  expect(sideOf({ ratio: 1.2, low: 0.8, high: 2 })).toBeNull();
});
