// This file is made by tools/apigen/words.mjs.

/** What people read. The shape of a picture. */
export const MEDIA_KIND_LABELS = {
  square: 'Square',
  horizontal: 'Wide',
} as const;
