// This file is made by tools/apigen/words.mjs.

/** The status of a payout. */
export const PayoutStatus = {
  Requested: 1,
  Approved: 2,
  Paid: 3,
  Rejected: 4,
  Cancelled: 5,
} as const;

/** The status of a payout. */
export type PayoutStatus = (typeof PayoutStatus)[keyof typeof PayoutStatus];

/** What people read. The status of a payout. */
export const PAYOUT_STATUS_LABELS: Readonly<Record<PayoutStatus, string>> = {
  1: 'Requested',
  2: 'Approved',
  3: 'Paid',
  4: 'Rejected',
  5: 'Cancelled',
};
