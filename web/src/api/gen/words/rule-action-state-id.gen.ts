// This file is made by tools/apigen/words.mjs.

/** What became of something that a rule wanted to do. */
export const RuleActionState = {
  Done: 1,
  Undone: 2,
  Asked: 3,
  Declined: 4,
} as const;

/** What became of something that a rule wanted to do. */
export type RuleActionState = (typeof RuleActionState)[keyof typeof RuleActionState];
