// This file is made by tools/apigen/words.mjs.

/** The limits of `SubscriptionDays`. */
export const SUBSCRIPTION_DAYS_LIMITS = {
  from_days: { max: 365 },
  to_days: { max: 365 },
} as const;
