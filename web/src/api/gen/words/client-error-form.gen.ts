// This file is made by tools/apigen/words.mjs.

/** The limits of `ClientErrorForm`. */
export const CLIENT_ERROR_FORM_LIMITS = {
  build: { max: 60 },
  message: { max: 300 },
  page: { max: 200 },
  stack: { max: 4000 },
} as const;
