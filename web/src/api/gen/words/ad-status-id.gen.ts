// This file is made by tools/apigen/words.mjs.

/** The status of a native ad. */
export const AdStatus = {
  Processed: 1,
  Waiting: 2,
  Rejected: 3,
  Stopped: 4,
  Launched: 5,
  Archived: 6,
  InModeration: 21,
  OutOfBudget: 41,
  TimePaused: 42,
} as const;

/** The status of a native ad. */
export type AdStatus = (typeof AdStatus)[keyof typeof AdStatus];

/** What people read. The status of a native ad. */
export const AD_STATUS_LABELS: Readonly<Record<AdStatus, string>> = {
  1: 'Processed',
  2: 'Waiting for moderation',
  3: 'Rejected',
  4: 'Stopped',
  5: 'Launched',
  6: 'Archived',
  21: 'In moderation',
  41: 'Out of budget',
  42: 'Paused',
};

/** Those that are running. The status of a native ad. */
export const AD_STATUS_RUNNING: readonly AdStatus[] = [5, 41, 42];

/** Those that are switchable. The status of a native ad. */
export const AD_STATUS_SWITCHABLE: readonly AdStatus[] = [4, 5, 41, 42];
