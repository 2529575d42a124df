// This file is made by tools/apigen/words.mjs.

/** The limits of `BlockForm`. */
export const BLOCK_FORM_LIMITS = {
  article_paragraphs: { min: 2, max: 30 },
  country_floors: { max: 50 },
  custom_styles: { max: 8192 },
  ecpm_floor: { max: 1000 },
  name: { min: 1, max: 200 },
  passback_html: { max: 10000 },
  passback_url: { max: 2048 },
  refresh_seconds: { min: 30, max: 600 },
} as const;
