// This file is made by tools/apigen/words.mjs.

/** The limits of `UserNoteForm`. */
export const USER_NOTE_FORM_LIMITS = {
  text: { min: 1, max: 4000 },
} as const;
