import { expect, test } from 'vitest';
import { payoutProgress } from './payout-progress';

test('the way to a payout is told by what is missing', () => {
  const told = (available: number, least: number) => payoutProgress(available, least, (amount) => `$${amount}`);
  expect(told(36.18, 50)).toEqual({ share: 0.7236, text: '$13.82 to the least payout, $50' });
  expect(told(50, 50)).toEqual({ share: 1, text: 'Enough for a payout, from $50 on' });
  expect(told(-3, 50)).toEqual({ share: 0, text: '$53 to the least payout, $50' });
});
