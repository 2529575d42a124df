// This file is made by tools/apigen/words.mjs.

/** The limits of `AdsUrl`. */
export const ADS_URL_LIMITS = {
  ids: { min: 1, max: 1000 },
  original_url: { max: 2048 },
} as const;
