// This file is made by tools/apigen/words.mjs.

/** What people read. A cabinet that a user can have. */
export const CABINET_ROLE_LABELS = {
  advertiser: 'Advertiser',
  webmaster: 'Webmaster',
} as const;
