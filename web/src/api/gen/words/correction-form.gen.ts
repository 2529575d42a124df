// This file is made by tools/apigen/words.mjs.

/** The limits of `CorrectionForm`. */
export const CORRECTION_FORM_LIMITS = {
  amount: { min: -1000000, max: 1000000 },
  reason: { min: 1, max: 300 },
} as const;
