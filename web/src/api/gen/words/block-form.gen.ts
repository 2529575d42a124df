// This file is made by tools/apigen/words.mjs.

/** The limits of `BlockForm`. */
export const BLOCK_FORM_LIMITS = {
  custom_styles: { max: 8192 },
  name: { min: 1, max: 200 },
  passback_html: { max: 10000 },
} as const;
