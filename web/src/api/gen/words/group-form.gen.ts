// This file is made by tools/apigen/words.mjs.

/** The limits of `GroupForm`. */
export const GROUP_FORM_LIMITS = {
  blacklist_blocks: { max: 100 },
  blacklist_sites: { max: 100 },
  browsers: { max: 300 },
  categories: { max: 50 },
  cities: { max: 1000 },
  coefficients: { max: 1000 },
  countries: { max: 300 },
  'countries[]': { min: 2, max: 2 },
  countries_groups: { max: 300 },
  device_types: { max: 300 },
  excluded_keywords: { max: 100 },
  'excluded_keywords[]': { min: 1, max: 40 },
  ip_targetings: { max: 100 },
  isps: { max: 500 },
  keywords: { max: 100 },
  'keywords[]': { min: 1, max: 40 },
  languages: { max: 300 },
  name: { min: 1, max: 200 },
  os: { max: 300 },
  regions: { max: 1000 },
  time_targeting: { min: 1, max: 168 },
  whitelist_blocks: { max: 100 },
  whitelist_sites: { max: 100 },
} as const;
