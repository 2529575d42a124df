// This file is made by tools/apigen/words.mjs.

/** The limits of `TextForm`. */
export const TEXT_FORM_LIMITS = {
  body: { min: 1, max: 100000 },
  description: { min: 1, max: 300 },
  title: { min: 1, max: 120 },
} as const;
