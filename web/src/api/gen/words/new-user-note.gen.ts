// This file is made by tools/apigen/words.mjs.

/** The limits of `NewUserNote`. */
export const NEW_USER_NOTE_LIMITS = {
  text: { min: 1, max: 4000 },
} as const;
