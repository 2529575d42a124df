// This file is made by tools/apigen/words.mjs.

/** The limits of `CampaignForm`. */
export const CAMPAIGN_FORM_LIMITS = {
  browsers: { max: 300 },
  campaign_type_id: { min: 1, max: 1 },
  categories: { max: 20 },
  cities: { max: 1000 },
  coefficients: { max: 1000 },
  countries: { max: 300 },
  'countries[]': { min: 2, max: 2 },
  countries_groups: { max: 300 },
  daily_money_limit: { min: 0.01, max: 1000000000 },
  device_types: { max: 300 },
  excluded_keywords: { max: 100 },
  'excluded_keywords[]': { min: 1, max: 40 },
  ip_targetings: { max: 100 },
  isps: { max: 500 },
  keywords: { max: 100 },
  'keywords[]': { min: 1, max: 40 },
  languages: { max: 300 },
  marks: { max: 10 },
  'marks[]': { min: 1, max: 30 },
  name: { min: 1, max: 200 },
  os: { max: 300 },
  regions: { max: 1000 },
  time_targeting: { min: 1, max: 168 },
  total_money_limit: { min: 0.01, max: 1000000000 },
} as const;
