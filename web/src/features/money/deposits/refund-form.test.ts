import { expect, it } from 'vitest';
import { refundable } from './refund-form';

it('offers no more of a deposit than came in', () => {
  const check = (received: number, returned: number, all: number, cents: number) =>
    expect(refundable({ received, returned })).toEqual({ all, cents });
  check(50, 0, 50, 50);
  check(49.999998, 0, 49.999998, 49.99);
  check(49.999998, 49.99, 0.009998, 0);
  check(0.3, 0.1, 0.2, 0.2);
  check(7_000, 1_000.01, 5_999.99, 5_999.99);
});
