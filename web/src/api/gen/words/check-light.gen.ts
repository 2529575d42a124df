// This file is made by tools/apigen/words.mjs.

/** What people read. How a step stands. */
export const CHECK_LIGHT_LABELS = {
  right: 'Right',
  weak: 'Weak',
  failed: 'Failed',
  waiting: 'Not reached',
} as const;
