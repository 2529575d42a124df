// This file is made by tools/apigen/words.mjs.

/** The limits of `ExplainForm`. */
export const EXPLAIN_FORM_LIMITS = {
  host: { max: 253 },
  isp: { max: 4294967295 },
  language: { min: 2, max: 2 },
  sample: { max: 20 },
} as const;
