// This file is made by tools/apigen/words.mjs.

/** The limits of `PayPayoutForm`. */
export const PAY_PAYOUT_FORM_LIMITS = {
  transaction_hash: { min: 1, max: 128 },
} as const;
