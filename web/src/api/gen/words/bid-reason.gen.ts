// This file is made by tools/apigen/words.mjs.

/** What people read. Why a bid is what it is. */
export const BID_REASON_LABELS = {
  learning: 'Learning: too few clicks or leads so far',
  follows: 'As the figures say',
  at_most: 'At the most that you allow',
  at_least: 'At the lowest that is allowed',
  slowed: 'Lowered: much spent, few leads',
  no_room: 'Not changed: your most is under the lowest allowed bid',
} as const;
