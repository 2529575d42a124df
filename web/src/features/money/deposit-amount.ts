/** Amounts that staff type of a deposit. */
import { useState } from 'react';
import { type Amount, amountProblem } from '~/lib/amount';
import type { CurrencyUnit } from '~/lib/format';

/** Decimals of what comes in and goes back, in dollars. */
export const DECIMALS = 2;

/** What is wrong with one. */
export const amountCheck = (unit: CurrencyUnit) => (amount: Amount) =>
  amount === '' || amount === 0 ? 'An amount is needed.' : amountProblem(amount, unit, DECIMALS);

/** One call, however often it is sent. */
export const useCallName = () => useState(() => crypto.randomUUID())[0];
