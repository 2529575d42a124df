// This file is made by tools/apigen/words.mjs.

/** What people read. What is known of a conversion. */
export const CLICK_CONVERSION_STATE_LABELS = {
  hold: 'On hold',
  approved: 'Approved',
  rejected: 'Rejected',
} as const;
