// This file is made by tools/apigen/words.mjs.

/** What people read. How far a void is. */
export const VOID_STATE_LABELS = {
  waiting: 'Waiting',
  logged: 'Being applied',
  applied: 'Applied',
} as const;
