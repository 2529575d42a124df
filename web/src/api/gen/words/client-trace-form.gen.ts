// This file is made by tools/apigen/words.mjs.

/** The limits of `ClientTraceForm`. */
export const CLIENT_TRACE_FORM_LIMITS = {
  calls: { max: 40 },
  duration_ms: { max: 600000 },
  page: { min: 1, max: 200 },
} as const;
