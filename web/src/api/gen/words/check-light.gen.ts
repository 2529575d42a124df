// This file is made by tools/apigen/words.mjs.

/** What people read. How a step stands. */
export const CHECK_LIGHT_LABELS = {
  right: 'right',
  weak: 'weak',
  failed: 'failed',
  waiting: 'not reached',
} as const;
