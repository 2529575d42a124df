// This file is made by tools/apigen/words.mjs.

/** The limits of `NetworkStatsRequest`. */
export const NETWORK_STATS_REQUEST_LIMITS = {
  count: { max: 10000 },
  groups: { max: 6 },
  page: { min: 1, max: 1000000 },
} as const;
