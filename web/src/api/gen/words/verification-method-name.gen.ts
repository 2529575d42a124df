// This file is made by tools/apigen/words.mjs.

/** What people read. How a site shows whose it is. */
export const VERIFICATION_METHOD_LABELS = {
  meta: 'Meta tag',
  file: 'File',
  dns: 'DNS record',
} as const;
