// This file is made by tools/apigen/words.mjs.

/** What a rule does. */
export const RuleActionKind = {
  Pause: 1,
  Block: 2,
  SetCoefficient: 3,
  LowerCoefficient: 4,
  RaiseCoefficient: 5,
  LowerLimit: 6,
  RaiseLimit: 7,
  LowerBid: 8,
  RaiseBid: 9,
  Tell: 10,
} as const;

/** What a rule does. */
export type RuleActionKind = (typeof RuleActionKind)[keyof typeof RuleActionKind];

/** What people read. What a rule does. */
export const RULE_ACTION_KIND_LABELS: Readonly<Record<RuleActionKind, string>> = {
  1: 'pause it',
  2: 'block it in that campaign',
  3: 'set its coefficient',
  4: 'lower its coefficient',
  5: 'raise its coefficient',
  6: 'lower its daily limit',
  7: 'raise its daily limit',
  8: 'lower its bid',
  9: 'raise its bid',
  10: 'only tell me',
};
