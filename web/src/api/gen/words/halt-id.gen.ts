// This file is made by tools/apigen/words.mjs.

/** What stops an ad beside its owner's wish. */
export const Halt = {
  Rule: 1,
  DeadLink: 2,
} as const;

/** What stops an ad beside its owner's wish. */
export type Halt = (typeof Halt)[keyof typeof Halt];
