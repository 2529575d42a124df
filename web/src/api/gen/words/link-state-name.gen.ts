// This file is made by tools/apigen/words.mjs.

/** What people read. What is known of a landing page. */
export const LINK_STATE_LABELS = {
  waiting: 'Not checked yet',
  ok: 'Answers',
  failing: 'Failing',
  refused: 'Cannot be checked',
} as const;
