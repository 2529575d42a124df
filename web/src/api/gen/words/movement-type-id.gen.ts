// This file is made by tools/apigen/words.mjs.

/** What a webmaster's balance moves by, as a number. */
export const MovementType = {
  Earnings: 0,
  Payout: 1,
  Correction: 2,
  Referral: 3,
  Fee: 4,
} as const;

/** What a webmaster's balance moves by, as a number. */
export type MovementType = (typeof MovementType)[keyof typeof MovementType];

/** What people read. What a webmaster's balance moves by, as a number. */
export const MOVEMENT_TYPE_LABELS: Readonly<Record<MovementType, string>> = {
  0: 'Income',
  1: 'Payout',
  2: 'Correction',
  3: 'Referral',
  4: 'Fee',
};
