// This file is made by tools/apigen/words.mjs.

/** What people read. What the bid of an ad follows. */
export const BID_MODE_LABELS = {
  by_hand: 'By hand',
  earnings: 'Follows earnings',
  lead_cost: 'Follows cost per lead',
} as const;
