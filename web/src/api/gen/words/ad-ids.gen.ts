// This file is made by tools/apigen/words.mjs.

/** The limits of `AdIds`. */
export const AD_IDS_LIMITS = {
  ids: { min: 1, max: 1000 },
} as const;
