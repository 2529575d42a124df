// This file is made by tools/apigen/words.mjs.

/** How far a deposit is. */
export const DepositStatus = {
  Pending: 1,
  Settled: 2,
  Expired: 3,
  Failed: 4,
  PartlyPaid: 5,
} as const;

/** How far a deposit is. */
export type DepositStatus = (typeof DepositStatus)[keyof typeof DepositStatus];

/** What people read. How far a deposit is. */
export const DEPOSIT_STATUS_LABELS: Readonly<Record<DepositStatus, string>> = {
  1: 'Pending',
  2: 'Settled',
  3: 'Expired',
  4: 'Failed',
  5: 'Partly paid',
};
