// This file is made by tools/apigen/words.mjs.

/** The limits of `PushQuestion`. */
export const PUSH_QUESTION_LIMITS = {
  accept: { min: 1, max: 24 },
  later: { min: 1, max: 24 },
  text: { min: 1, max: 120 },
  title: { min: 1, max: 50 },
} as const;
