// This file is made by tools/apigen/words.mjs.

/** The limits of `ConfirmDepositForm`. */
export const CONFIRM_DEPOSIT_FORM_LIMITS = {
  amount: { min: 0.01, max: 1000000000 },
  note: { min: 1, max: 500 },
} as const;
