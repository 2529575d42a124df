// This file is made by tools/apigen/words.mjs.

/** The limits of `PromoCodeForm`. */
export const PROMO_CODE_FORM_LIMITS = {
  amount: { min: 0.01, max: 100000 },
  code: { min: 4, max: 32 },
  minimum: { max: 100000 },
  note: { max: 200 },
  part: { min: 0.01, max: 200 },
  uses_max: { min: 1, max: 1000000 },
} as const;
