// This file is made by tools/apigen/words.mjs.

/** The limits of `ResendForm`. */
export const RESEND_FORM_LIMITS = {
  email: { max: 254 },
} as const;
