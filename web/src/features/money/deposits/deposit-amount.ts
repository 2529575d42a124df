/** Amounts that staff type of a deposit. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toApiError } from '~/api/problem';
import { getAnyDepositOptions } from '~/api/queries';
import type { AdminDeposit } from '~/api/sdk';
import { type Amount, amountProblem } from '~/lib/amount';
import type { CurrencyUnit } from '~/lib/format';

/** Decimals of what comes in and goes back, in dollars. */
export const DECIMALS = 2;

/** What is wrong with one. */
export const amountCheck = (unit: CurrencyUnit) => (amount: Amount) =>
  amount === '' || amount === 0 ? 'An amount is needed.' : amountProblem(amount, unit, DECIMALS);

/** What the forms of a deposit are given. What was typed in them is not kept over a login: it is decided on figures that are seen. */
export interface DepositFormProps {
  /** As it was when the form was opened. */
  deposit: AdminDeposit;
  onClose(): void;
}

/**
 * A deposit as the person has seen it: as it was when the form was opened, and once the server has refused that as another one by now,
 * or its amount, as it is by then. Nothing else moves it: after a lost answer what is sent again is the same decision, which
 * is booked once. Amounts are never merged.
 */
export function useSeen(opened: AdminDeposit) {
  const [seen, setSeen] = useState(opened);
  const client = useQueryClient();
  const refused = (errors: Record<string, string>, thrown: unknown): void => {
    if (toApiError(thrown).status !== 409 && !errors.amount) return;
    // Where it cannot be read, the next try is refused as this one was.
    client.fetchQuery({ ...getAnyDepositOptions({ path: { id: opened.id } }), staleTime: 0 }).then(
      ({ data }) => setSeen(data),
      () => undefined,
    );
  };
  return { seen, refused };
}
