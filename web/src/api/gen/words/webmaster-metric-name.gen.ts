// This file is made by tools/apigen/words.mjs.

/** What people read. A figure that webmasters see. */
export const WEBMASTER_METRIC_LABELS = {
  shows_count_web: 'Shows',
  confirmed_shows_count: 'Viewable',
  clicks_count: 'Clicks',
  invalid_shows_count: 'Invalid shows',
  invalid_clicks_count: 'Invalid clicks',
  ctr: 'CTR',
  confirmed_ctr_web: 'CTR viewable',
  money_web: 'Income',
  bid_web: 'Per click',
  cpm: 'CPM',
  confirmed_cpm_web: 'CPM viewable',
  ecpm: 'eCPM',
  confirmed_ecpm: 'eCPM viewable',
} as const;
