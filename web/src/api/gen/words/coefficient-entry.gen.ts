// This file is made by tools/apigen/words.mjs.

/** The limits of `CoefficientEntry`. */
export const COEFFICIENT_ENTRY_LIMITS = {
  value: { min: 0.2, max: 9 },
} as const;
