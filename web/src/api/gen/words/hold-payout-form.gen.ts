// This file is made by tools/apigen/words.mjs.

/** The limits of `HoldPayoutForm`. */
export const HOLD_PAYOUT_FORM_LIMITS = {
  comment: { min: 1, max: 1000 },
  held_reason: { max: 1000 },
} as const;
