// This file is made by tools/apigen/words.mjs.

/** The limits of `Rejection`. */
export const REJECTION_LIMITS = {
  comment: { max: 1000 },
  reasons: { min: 1, max: 18 },
} as const;
