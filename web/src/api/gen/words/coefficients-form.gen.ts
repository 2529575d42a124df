// This file is made by tools/apigen/words.mjs.

/** The limits of `CoefficientsForm`. */
export const COEFFICIENTS_FORM_LIMITS = {
  block_ids: { max: 1000 },
  seen: { min: 0.2, max: 9 },
  site_ids: { max: 1000 },
  value: { min: 0.2, max: 9 },
} as const;
