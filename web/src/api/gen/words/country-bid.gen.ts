// This file is made by tools/apigen/words.mjs.

/** The limits of `CountryBid`. */
export const COUNTRY_BID_LIMITS = {
  bid: { max: 1000 },
  country_code: { min: 2, max: 2 },
} as const;
