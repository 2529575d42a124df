// This file is made by tools/apigen/words.mjs.

/** The limits of `EntryForm`. */
export const ENTRY_FORM_LIMITS = {
  name: { min: 1, max: 200 },
} as const;
