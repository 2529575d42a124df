/** Amounts that staff type of a deposit. */
import { useState } from 'react';
import { toApiError } from '~/api/problem';
import type { AdminDeposit } from '~/api/sdk';
import { type Amount, amountProblem } from '~/lib/amount';
import type { CurrencyUnit } from '~/lib/format';

/** Decimals of what comes in and goes back, in dollars. */
export const DECIMALS = 2;

/** What is wrong with one. */
export const amountCheck = (unit: CurrencyUnit) => (amount: Amount) =>
  amount === '' || amount === 0 ? 'An amount is needed.' : amountProblem(amount, unit, DECIMALS);

/** What the forms of a deposit are given: the deposit as it was when the form was opened, and as the list has it. */
export interface DepositFormProps {
  deposit: AdminDeposit;
  now: AdminDeposit;
  onClose(): void;
}

const FIGURES = ['received', 'returned', 'confirmed_amount'] as const satisfies (keyof AdminDeposit)[];

/**
 * A deposit as the person has seen it: as it was when the form was opened, and once the server has refused that as another one by now,
 * as it is by then, which the refusal says. `now` is what the list has. After a lost answer it stays: what is sent again is the same
 * decision, which is booked once. Amounts are never merged.
 */
export function useSeen(opened: AdminDeposit, now: AdminDeposit) {
  const [seen, setSeen] = useState(opened);
  const [isStale, setStale] = useState(false);
  if (isStale && FIGURES.some((name) => now[name] !== seen[name])) {
    setSeen(now);
    setStale(false);
  }
  return {
    seen,
    /** Called as it is sent: what moved before is not what this one is refused for. */
    sends: () => setStale(false),
    refused: (_errors: unknown, thrown: unknown) => {
      setStale(toApiError(thrown).status === 409);
    },
  };
}
