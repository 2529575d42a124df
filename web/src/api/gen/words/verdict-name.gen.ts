// This file is made by tools/apigen/words.mjs.

/** What people read. The result of the validity rules for a click or a show. */
export const VERDICT_LABELS = {
  valid: 'valid',
  stale: 'stale',
  country_changed: 'country changed',
  os_changed: 'os changed',
  browser_changed: 'browser changed',
  bot: 'bot',
  hosting_network: 'hosting network',
  foreign_page: 'foreign page',
  prefetch: 'prefetch',
  not_shown: 'not shown',
  repeated_token: 'repeated token',
  repeated_visitor: 'repeated visitor',
  own_click: 'own click',
  rate_ten_minutes: 'rate ten minutes',
  rate_hour: 'rate hour',
  rate_day: 'rate day',
  too_fast: 'too fast',
  over_budget: 'over budget',
  voided: 'voided',
} as const;

/** The result of the validity rules for a click or a show. */
export type VerdictName = keyof typeof VERDICT_LABELS;
