// This file is made by tools/apigen/words.mjs.

/** The limits of `AccountForm`. */
export const ACCOUNT_FORM_LIMITS = {
  email: { max: 254 },
  name: { max: 100 },
  phone: { max: 100 },
  skype: { max: 100 },
  telegram: { max: 100 },
} as const;
