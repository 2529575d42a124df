// This file is made by tools/apigen/words.mjs.

/** The limits of the parameters of `get_payout_quote`. */
export const GET_PAYOUT_QUOTE_LIMITS = {
  amount: { min: 1, max: 1000000000 },
} as const;
