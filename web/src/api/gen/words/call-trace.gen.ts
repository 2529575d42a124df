// This file is made by tools/apigen/words.mjs.

/** The limits of `CallTrace`. */
export const CALL_TRACE_LIMITS = {
  duration_ms: { max: 600000 },
  path: { min: 1, max: 200 },
} as const;
