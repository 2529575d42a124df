// This file is made by tools/apigen/words.mjs.

/** What people read. How a site asks. */
export const PUSH_PROMPT_KIND_LABELS = {
  question: 'Our question first',
  browser: 'The browser at once',
} as const;
