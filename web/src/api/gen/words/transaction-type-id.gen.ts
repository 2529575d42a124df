// This file is made by tools/apigen/words.mjs.

/** A kind of transaction of the ledger. */
export const TransactionType = {
  TopUp: 1,
  NativeClicks: 2,
  PushClicks: 3,
  Correction: 4,
  Refund: 5,
  Bonus: 6,
  Release: 20,
  Void: 21,
  PayoutRequest: 22,
  PayoutPaid: 23,
  PayoutReturn: 24,
  Chargeback: 25,
} as const;

/** A kind of transaction of the ledger. */
export type TransactionType = (typeof TransactionType)[keyof typeof TransactionType];

/** What people read. A kind of transaction of the ledger. */
export const TRANSACTION_TYPE_LABELS: Readonly<Record<TransactionType, string>> = {
  1: 'Top-up',
  2: 'Clicks',
  3: 'Push clicks',
  4: 'Correction',
  5: 'Refund',
  6: 'Bonus',
  20: 'Release of earnings',
  21: 'Void',
  22: 'Payout requested',
  23: 'Payout paid',
  24: 'Payout returned',
  25: 'Charge-back',
};
