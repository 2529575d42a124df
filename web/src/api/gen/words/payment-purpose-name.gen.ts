// This file is made by tools/apigen/words.mjs.

/** What people read. What a payment system is for. */
export const PAYMENT_PURPOSE_LABELS = {
  top_up: 'Top-up',
  payout: 'Payout',
  both: 'Top-up and payout',
} as const;

/** What a payment system is for. */
export type PaymentPurposeName = keyof typeof PAYMENT_PURPOSE_LABELS;
