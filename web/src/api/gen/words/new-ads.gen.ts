// This file is made by tools/apigen/words.mjs.

/** The limits of `NewAds`. */
export const NEW_ADS_LIMITS = {
  ads: { min: 1, max: 100 },
} as const;
