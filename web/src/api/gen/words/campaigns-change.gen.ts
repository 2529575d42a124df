// This file is made by tools/apigen/words.mjs.

/** The limits of `CampaignsChange`. */
export const CAMPAIGNS_CHANGE_LIMITS = {
  ids: { min: 1, max: 200 },
  versions: { max: 200 },
} as const;
