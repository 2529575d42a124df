// This file is made by tools/apigen/words.mjs.

/** The limits of `VoidChoice`. */
export const VOID_CHOICE_LIMITS = {
  ad: { max: 100 },
  advertiser: { max: 100 },
  block: { max: 100 },
  campaign: { max: 100 },
  click_ids: { max: 100 },
  country: { max: 100 },
  device: { max: 100 },
  isp: { max: 100 },
  site: { max: 100 },
  webmaster: { max: 100 },
} as const;
