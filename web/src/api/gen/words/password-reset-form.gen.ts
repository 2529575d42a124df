// This file is made by tools/apigen/words.mjs.

/** The limits of `PasswordResetForm`. */
export const PASSWORD_RESET_FORM_LIMITS = {
  email: { max: 254 },
} as const;
