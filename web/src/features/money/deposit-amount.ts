/** Amounts that staff type of a deposit. */
import { useState } from 'react';
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

/**
 * A deposit as the person has seen it: as it was when the form was opened, and once that was refused as it is by then, which the
 * refusal says. `now` is what the list has. Amounts are never merged.
 */
export function useSeen(opened: AdminDeposit, now: AdminDeposit) {
  const [seen, setSeen] = useState(opened);
  const [isRefused, setRefused] = useState(false);
  if (isRefused && (now.received !== seen.received || now.returned !== seen.returned)) {
    setSeen(now);
    setRefused(false);
  }
  return { seen, refused: () => setRefused(true) };
}
