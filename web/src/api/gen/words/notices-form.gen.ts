// This file is made by tools/apigen/words.mjs.

/** The limits of `NoticesForm`. */
export const NOTICES_FORM_LIMITS = {
  off: { max: 17 },
} as const;
