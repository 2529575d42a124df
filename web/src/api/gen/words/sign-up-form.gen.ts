// This file is made by tools/apigen/words.mjs.

/** The limits of `SignUpForm`. */
export const SIGN_UP_FORM_LIMITS = {
  email: { max: 254 },
  name: { max: 100 },
  password: { min: 8, max: 128 },
  phone: { max: 100 },
  skype: { max: 100 },
  telegram: { max: 100 },
} as const;
