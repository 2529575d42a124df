// This file is made by tools/apigen/words.mjs.

/** What a rule looks at. */
export const RuleSubject = {
  Site: 1,
  Block: 2,
  Ad: 3,
  Group: 4,
  Campaign: 5,
} as const;

/** What a rule looks at. */
export type RuleSubject = (typeof RuleSubject)[keyof typeof RuleSubject];

/** What people read. What a rule looks at. */
export const RULE_SUBJECT_LABELS: Readonly<Record<RuleSubject, string>> = {
  1: 'site',
  2: 'block',
  3: 'ad',
  4: 'ad group',
  5: 'campaign',
};
