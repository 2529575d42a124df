// This file is made by tools/apigen/words.mjs.

/** The limits of `StylesForm`. */
export const STYLES_FORM_LIMITS = {
  custom_styles: { max: 8192 },
} as const;
