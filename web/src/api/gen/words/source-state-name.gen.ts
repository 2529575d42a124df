// This file is made by tools/apigen/words.mjs.

/** What people read. What the list of a campaign says of a source. */
export const SOURCE_STATE_LABELS = {
  open: 'Open',
  blocked: 'Blocked',
  allowed: 'Allowed',
} as const;
