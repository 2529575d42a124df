// This file is made by tools/apigen/words.mjs.

/** The limits of `SiteForm`. */
export const SITE_FORM_LIMITS = {
  allowed_categories: { max: 100 },
  domain: { max: 2048 },
  forbidden_categories: { max: 100 },
  metrics: { max: 10 },
  name: { max: 200 },
} as const;
