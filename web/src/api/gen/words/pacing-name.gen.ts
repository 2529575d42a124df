// This file is made by tools/apigen/words.mjs.

/** What people read. How fast a daily limit is spent. */
export const PACING_LABELS = {
  asap: 'As fast as possible',
  even: 'Evenly over the day',
} as const;

/** How fast a daily limit is spent. */
export type PacingName = keyof typeof PACING_LABELS;
