// This file is made by tools/apigen/words.mjs.

/** The unit in which an account shows and takes amounts. */
export const CurrencyUnit = {
  Dollar: 1,
  Cent: 2,
} as const;

/** The unit in which an account shows and takes amounts. */
export type CurrencyUnit = (typeof CurrencyUnit)[keyof typeof CurrencyUnit];

/** What people read. The unit in which an account shows and takes amounts. */
export const CURRENCY_UNIT_LABELS: Readonly<Record<CurrencyUnit, string>> = {
  1: 'Dollars',
  2: 'Cents',
};
