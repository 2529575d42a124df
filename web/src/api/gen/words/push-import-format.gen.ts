// This file is made by tools/apigen/words.mjs.

/** What people read. What a file is written in. */
export const PUSH_IMPORT_FORMAT_LABELS = {
  csv: 'CSV: endpoint, p256dh, auth',
  json: 'JSON: a list as browsers write it',
} as const;
