// This file is made by tools/apigen/words.mjs.

/** The limits of `AdsBid`. */
export const ADS_BID_LIMITS = {
  ids: { min: 1, max: 1000 },
  one_bid_for_all_geo: { max: 1000 },
} as const;
