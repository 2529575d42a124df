// This file is made by tools/apigen/words.mjs.

/** The limits of `RejectSiteForm`. */
export const REJECT_SITE_FORM_LIMITS = {
  comment: { min: 1, max: 1000 },
} as const;
