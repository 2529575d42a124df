// This file is made by tools/apigen/words.mjs.

/** The limits of `PushButtonForm`. */
export const PUSH_BUTTON_FORM_LIMITS = {
  title: { min: 1, max: 20 },
  url: { max: 2048 },
} as const;
