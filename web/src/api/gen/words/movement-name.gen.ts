// This file is made by tools/apigen/words.mjs.

/** What people read. What a webmaster's balance moves by. */
export const MOVEMENT_LABELS = {
  earnings: 'Income',
  payout: 'Payout',
  correction: 'Correction',
  referral: 'Referral',
  fee: 'Fee',
} as const;

/** What a webmaster's balance moves by. */
export type MovementName = keyof typeof MOVEMENT_LABELS;
