// This file is made by tools/apigen/words.mjs.

/** The limits of `IspIds`. */
export const ISP_IDS_LIMITS = {
  ids: { max: 500 },
} as const;
