// This file is made by tools/apigen/words.mjs.

/** The limits of `PushAdForm`. */
export const PUSH_AD_FORM_LIMITS = {
  bid: { min: 0.01, max: 1000 },
  body: { min: 1, max: 150 },
  buttons: { max: 2 },
  campaign_uuid: { min: 36, max: 36 },
  copy_of: { min: 36, max: 36 },
  crop_icon: { max: 23 },
  crop_image: { max: 23 },
  language_code: { min: 2, max: 2 },
  title: { min: 1, max: 60 },
  url: { max: 2048 },
} as const;
