// This file is made by tools/apigen/words.mjs.

/** The status of a correction. */
export const CorrectionStatus = {
  Waiting: 1,
  Booked: 2,
  Withdrawn: 3,
} as const;

/** The status of a correction. */
export type CorrectionStatus = (typeof CorrectionStatus)[keyof typeof CorrectionStatus];

/** What people read. The status of a correction. */
export const CORRECTION_STATUS_LABELS: Readonly<Record<CorrectionStatus, string>> = {
  1: 'Waits for a second person',
  2: 'Booked',
  3: 'Withdrawn',
};
