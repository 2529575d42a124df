// This file is made by tools/apigen/words.mjs.

/** What people read. What staff group and filter by. */
export const NETWORK_DIMENSION_LABELS = {
  date: 'Date',
  hour: 'Hour',
  week: 'Week',
  month: 'Month',
  advertiser: 'Advertiser',
  campaign: 'Campaign',
  group: 'Ad group',
  ad: 'Ad',
  webmaster: 'Webmaster',
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
  offer: 'Offer',
  category: 'Category',
  offer_category: 'Category of the offer',
  manager: 'Manager of the advertiser',
  team: 'Team of the manager',
  has_commission: 'Share of the webmaster',
  verdict: 'Verdict',
  control: 'Control slice',
} as const;

/** What staff group and filter by. */
export type NetworkDimensionName = keyof typeof NETWORK_DIMENSION_LABELS;
