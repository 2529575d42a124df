// This file is made by tools/apigen/words.mjs.

/** What the figures of a rule are of. */
export const RuleWindow = {
  Today: 1,
  LastDays: 2,
  Lifetime: 3,
} as const;

/** What the figures of a rule are of. */
export type RuleWindow = (typeof RuleWindow)[keyof typeof RuleWindow];
