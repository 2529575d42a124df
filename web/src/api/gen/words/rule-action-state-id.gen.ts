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

/** What people read. What became of something that a rule wanted to do. */
export const RULE_ACTION_STATE_LABELS: Readonly<Record<RuleActionState, string>> = {
  1: 'Done',
  2: 'Undone',
  3: 'Waits for you',
  4: 'Declined',
};
