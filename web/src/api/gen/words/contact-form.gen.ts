// This file is made by tools/apigen/words.mjs.

/** The limits of `ContactForm`. */
export const CONTACT_FORM_LIMITS = {
  email: { max: 254 },
  message: { min: 1, max: 5000 },
  name: { min: 1, max: 100 },
  topic: { min: 1, max: 100 },
} as const;
