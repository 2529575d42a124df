// This file is made by tools/apigen/words.mjs.

/** The limits of `StatsFilter`. */
export const STATS_FILTER_LIMITS = {
  in: { max: 1000 },
  not_in: { max: 1000 },
} as const;
