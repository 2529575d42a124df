// This file is made by tools/apigen/words.mjs.

/** A figure of a rule's condition. */
export const RuleMetric = {
  Spent: 1,
  Clicks: 2,
  Shows: 3,
  Ctr: 4,
  Leads: 5,
  Cpl: 6,
  Cpc: 7,
  Roi: 8,
  Approve: 9,
} as const;

/** A figure of a rule's condition. */
export type RuleMetric = (typeof RuleMetric)[keyof typeof RuleMetric];

/** What people read. A figure of a rule's condition. */
export const RULE_METRIC_LABELS: Readonly<Record<RuleMetric, string>> = {
  1: 'spent',
  2: 'clicks',
  3: 'shows',
  4: 'CTR',
  5: 'leads',
  6: 'CPL',
  7: 'CPC',
  8: 'ROI',
  9: 'approval',
};
