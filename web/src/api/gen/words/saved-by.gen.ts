// This file is made by tools/apigen/words.mjs.

/** What people read. Who saved a version. */
export const SAVED_BY_LABELS = {
  owner: 'The owner',
  staff: 'Staff of the network',
  unknown: 'Before versions were kept',
} as const;
