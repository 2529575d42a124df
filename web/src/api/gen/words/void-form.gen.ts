// This file is made by tools/apigen/words.mjs.

/** The limits of `VoidForm`. */
export const VOID_FORM_LIMITS = {
  cost: { max: 1000000000 },
  reason: { min: 1, max: 200 },
} as const;
