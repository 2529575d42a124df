// This file is made by tools/apigen/words.mjs.

/** What people read. The result of the validity rules for a click or a show. */
export const VERDICT_LABELS = {
  valid: 'Valid',
  stale: 'Too old',
  country_changed: 'Country changed',
  os_changed: 'System changed',
  browser_changed: 'Browser changed',
  bot: 'Robot',
  hosting_network: 'Hosting network',
  foreign_page: 'Foreign page',
  prefetch: 'Prefetch',
  not_shown: 'Not shown',
  repeated_token: 'Counted before',
  repeated_visitor: 'Same visitor again',
  own_click: 'Own click',
  rate_ten_minutes: 'Too many in 10 minutes',
  rate_hour: 'Too many in an hour',
  rate_day: 'Too many in a day',
  too_fast: 'Too fast',
  over_budget: 'Over budget',
  voided: 'Voided',
} as const;

/** The result of the validity rules for a click or a show. */
export type VerdictName = keyof typeof VERDICT_LABELS;
