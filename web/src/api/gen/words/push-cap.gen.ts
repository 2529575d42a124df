// This file is made by tools/apigen/words.mjs.

/** The limits of `PushCap`. */
export const PUSH_CAP_LIMITS = {
  hours: { min: 1, max: 720 },
  shows: { min: 1, max: 255 },
} as const;
