// This file is made by tools/apigen/words.mjs.

/** The limits of `PayoutHashForm`. */
export const PAYOUT_HASH_FORM_LIMITS = {
  former_hash: { min: 1, max: 128 },
  transaction_hash: { min: 1, max: 128 },
} as const;
