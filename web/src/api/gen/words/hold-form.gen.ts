// This file is made by tools/apigen/words.mjs.

/** The limits of `HoldForm`. */
export const HOLD_FORM_LIMITS = {
  reason: { min: 1, max: 500 },
} as const;
