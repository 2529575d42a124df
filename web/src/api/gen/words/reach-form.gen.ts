// This file is made by tools/apigen/words.mjs.

/** The limits of `ReachForm`. */
export const REACH_FORM_LIMITS = {
  browsers: { max: 300 },
  categories: { max: 20 },
  cities: { max: 1000 },
  countries: { max: 300 },
  countries_groups: { max: 300 },
  device_types: { max: 300 },
  ip_targetings: { max: 100 },
  isps: { max: 500 },
  languages: { max: 300 },
  os: { max: 300 },
  regions: { max: 1000 },
  time_targeting: { min: 1, max: 168 },
} as const;
