// This file is made by tools/apigen/words.mjs.

/** The limits of `ShowsReport`. */
export const SHOWS_REPORT_LIMITS = {
  tokens: { max: 64 },
} as const;
