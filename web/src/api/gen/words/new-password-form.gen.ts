// This file is made by tools/apigen/words.mjs.

/** The limits of `NewPasswordForm`. */
export const NEW_PASSWORD_FORM_LIMITS = {
  password: { min: 8, max: 128 },
} as const;
