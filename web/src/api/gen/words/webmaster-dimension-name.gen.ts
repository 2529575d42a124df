// This file is made by tools/apigen/words.mjs.

/** What people read. What webmasters group and filter by. */
export const WEBMASTER_DIMENSION_LABELS = {
  date: 'Date',
  hour: 'Hour',
  week: 'Week',
  month: 'Month',
  site: 'Site',
  block: 'Block',
  template: 'Template',
  format: 'Format',
  target: 'Target',
  campaign_type: 'Campaign type',
  country: 'Country',
  region: 'Region',
  city: 'City',
  device: 'Device',
  os: 'System',
  browser: 'Browser',
  isp: 'Network',
  language: 'Language',
  traffic_source: 'Traffic source',
  category: 'Category',
  verdict: 'Verdict',
} as const;

/** What webmasters group and filter by. */
export type WebmasterDimensionName = keyof typeof WEBMASTER_DIMENSION_LABELS;
