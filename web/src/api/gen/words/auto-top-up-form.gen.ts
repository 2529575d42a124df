// This file is made by tools/apigen/words.mjs.

/** The limits of `AutoTopUpForm`. */
export const AUTO_TOP_UP_FORM_LIMITS = {
  amount: { max: 1000000 },
  month_max: { max: 1000000 },
  threshold: { min: 1, max: 1000000000 },
} as const;
