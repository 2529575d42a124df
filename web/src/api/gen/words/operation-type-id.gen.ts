// This file is made by tools/apigen/words.mjs.

/** What an advertiser's balance moves by. */
export const OperationType = {
  TopUp: 1,
  NativeClicks: 2,
  PushClicks: 3,
  Correction: 4,
  Refund: 5,
  Bonus: 6,
} as const;

/** What an advertiser's balance moves by. */
export type OperationType = (typeof OperationType)[keyof typeof OperationType];

/** What people read. What an advertiser's balance moves by. */
export const OPERATION_TYPE_LABELS: Readonly<Record<OperationType, string>> = {
  1: 'Top-up',
  2: 'Clicks',
  3: 'Push clicks',
  4: 'Correction',
  5: 'Refund',
  6: 'Bonus',
};
