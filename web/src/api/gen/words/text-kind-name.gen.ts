// This file is made by tools/apigen/words.mjs.

/** What people read. What a text is for. */
export const TEXT_KIND_LABELS = {
  policy: 'Policies',
  help: 'Help',
  page: 'Pages',
} as const;
