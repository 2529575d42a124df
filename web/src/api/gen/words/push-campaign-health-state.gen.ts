// This file is made by tools/apigen/words.mjs.

/** What people read. How it stands. */
export const PUSH_CAMPAIGN_HEALTH_STATE_LABELS = {
  unknown: 'Too little shown to say',
  good: 'Good',
  low: 'Less than others',
  held_back: 'Held back',
} as const;
