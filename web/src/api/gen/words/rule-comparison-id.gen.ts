// This file is made by tools/apigen/words.mjs.

/** How a figure compares. */
export const RuleComparison = {
  Over: 1,
  Under: 2,
  AtLeast: 3,
  AtMost: 4,
  Is: 5,
} as const;

/** How a figure compares. */
export type RuleComparison = (typeof RuleComparison)[keyof typeof RuleComparison];

/** What people read. How a figure compares. */
export const RULE_COMPARISON_LABELS: Readonly<Record<RuleComparison, string>> = {
  1: 'over',
  2: 'under',
  3: 'at least',
  4: 'at most',
  5: 'exactly',
};
