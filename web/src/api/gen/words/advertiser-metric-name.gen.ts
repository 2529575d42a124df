// This file is made by tools/apigen/words.mjs.

/** What people read. A figure that advertisers see. */
export const ADVERTISER_METRIC_LABELS = {
  shows_count: 'Shows',
  confirmed_shows_count: 'Viewable',
  clicks_count: 'Clicks',
  invalid_shows_count: 'Invalid shows',
  invalid_clicks_count: 'Invalid clicks',
  ctr: 'CTR',
  confirmed_ctr: 'CTR viewable',
  weight: 'Weight',
  money: 'Spent',
  bid: 'Bid',
  cpc: 'CPC',
  cpm: 'CPM',
  confirmed_cpm: 'CPM viewable',
  ecpm: 'eCPM',
  confirmed_ecpm: 'eCPM viewable',
  postbacks_count: 'All conversions',
  postbacks_hold_count: 'On hold',
  postbacks_approved_count: 'Approved',
  postbacks_rejected_count: 'Rejected',
  postbacks_money: 'Revenue of all',
  postbacks_hold_money: 'Revenue on hold',
  postbacks_approved_money: 'Revenue',
  postbacks_rejected_money: 'Revenue rejected',
  lead: 'Conversions',
  cr: 'CR',
  approve: 'Approval',
  epc: 'EPC',
  cpl: 'Cost per lead',
  roi_money: 'Profit',
  roi_percentage: 'ROI',
  ads_count: 'Ads',
} as const;

/** A figure that advertisers see. */
export type AdvertiserMetricName = keyof typeof ADVERTISER_METRIC_LABELS;
