// This file is made by tools/apigen/words.mjs.

/** The status of a block. */
export const BlockStatus = {
  Active: 1,
  Stopped: 2,
  Archived: 3,
} as const;

/** The status of a block. */
export type BlockStatus = (typeof BlockStatus)[keyof typeof BlockStatus];

/** What people read. The status of a block. */
export const BLOCK_STATUS_LABELS: Readonly<Record<BlockStatus, string>> = {
  1: 'Active',
  2: 'Stopped',
  3: 'Archived',
};
