// This file is made by tools/apigen/words.mjs.

/** The limits of `RuleForm`. */
export const RULE_FORM_LIMITS = {
  actions_a_day: { min: 1, max: 100 },
  ask_percent: { max: 100 },
  campaigns: { max: 1000 },
  conditions: { min: 1, max: 6 },
  cooldown_hours: { min: 1, max: 720 },
  least_clicks: { max: 1000000000 },
  least_shows: { max: 1000000000 },
  name: { min: 1, max: 200 },
  window_days: { min: 1, max: 90 },
} as const;
