import { expect, it } from 'vitest';
import { availableAfter, dayWith, inCents, lasting } from './forecast';

const PENDING = [
  { date: '2026-11-22', amount: 28.31, referral: 0 },
  { date: '2026-11-23', amount: 29.44, referral: 1 },
  { date: '2026-11-24', amount: -20, referral: 0 },
];

it('adds what becomes available until a day is over', () => {
  expect(availableAfter('2026-11-21', 36.18, PENDING)).toBe(36.18);
  expect(availableAfter('2026-11-22', 36.18, PENDING)).toBe(64.49);
  expect(availableAfter('2026-11-30', 36.18, PENDING)).toBe(73.93);
});

it('names the first day on which enough is there', () => {
  expect(dayWith(50, 36.18, PENDING)).toBe('2026-11-22');
  expect(dayWith(90, 36.18, PENDING)).toBe('2026-11-23');
  expect(dayWith(100, 36.18, PENDING)).toBeNull();
  expect(dayWith(50, 36.18, [])).toBeNull();
});

it('pays whole cents, and none of a debt', () => {
  expect(inCents(64.499)).toBe(64.49);
  expect(inCents(0.29)).toBe(0.29);
  expect(inCents(-3)).toBe(0);
});

it('tells how long money lasts at a pace', () => {
  const week = 8_260;
  expect(lasting(500, week)).toBe('10 hours');
  expect(lasting(2_500, week)).toBe('2 days');
  expect(lasting(2_500, 7)).toBe('6 years');
  expect(lasting(100, 16_800)).toBe('1 hour');
  expect(lasting(100, 16_801)).toBe('under an hour');
  expect(lasting(500, 0)).toBe('');
});
