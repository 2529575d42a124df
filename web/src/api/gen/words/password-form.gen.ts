// This file is made by tools/apigen/words.mjs.

/** The limits of `PasswordForm`. */
export const PASSWORD_FORM_LIMITS = {
  new_password: { min: 8, max: 128 },
} as const;
