// This file is made by tools/apigen/words.mjs.

/** The limits of `AskDepositForm`. */
export const ASK_DEPOSIT_FORM_LIMITS = {
  payment: { min: 1, max: 100 },
} as const;
