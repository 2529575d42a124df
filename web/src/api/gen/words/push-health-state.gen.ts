// This file is made by tools/apigen/words.mjs.

/** What people read. How it stands. */
export const PUSH_HEALTH_STATE_LABELS = {
  unknown: 'Too little shown to say',
  good: 'Good',
  falling: 'Falling',
  sending_less: 'We send half',
  at_risk: 'We send one a day',
} as const;
