// This file is made by tools/apigen/words.mjs.

/** The limits of `ApiTokenForm`. */
export const API_TOKEN_FORM_LIMITS = {
  name: { min: 1, max: 100 },
  scopes: { min: 1, max: 8 },
} as const;
