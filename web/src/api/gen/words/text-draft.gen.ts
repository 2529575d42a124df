// This file is made by tools/apigen/words.mjs.

/** The limits of `TextDraft`. */
export const TEXT_DRAFT_LIMITS = {
  body: { max: 100000 },
} as const;
