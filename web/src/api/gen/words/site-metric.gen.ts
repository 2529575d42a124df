// This file is made by tools/apigen/words.mjs.

/** The limits of `SiteMetric`. */
export const SITE_METRIC_LIMITS = {
  comment: { max: 1000 },
  password: { max: 200 },
  statistics_metrics: { min: 1, max: 50 },
  url: { max: 2048 },
} as const;
