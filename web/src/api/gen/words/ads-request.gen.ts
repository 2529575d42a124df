// This file is made by tools/apigen/words.mjs.

/** The limits of `AdsRequest`. */
export const ADS_REQUEST_LIMITS = {
  blocks: { max: 20 },
  on_page: { max: 200 },
  v: { min: 1, max: 1 },
} as const;
