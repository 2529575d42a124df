// This file is made by tools/apigen/words.mjs.

/** The limits of `SitePushForm`. */
export const SITE_PUSH_FORM_LIMITS = {
  ask_days: { min: 1, max: 365 },
  ask_page: { min: 1, max: 20 },
  daily_cap: { min: 1, max: 4 },
  delay_s: { max: 600 },
  hour_from: { max: 23 },
  hour_to: { min: 1, max: 24 },
  let_go_weeks: { min: 2, max: 52 },
  picture: { min: 64, max: 200000 },
  questions: { min: 1, max: 10 },
} as const;
