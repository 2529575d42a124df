// This file is made by tools/apigen/words.mjs.

/** What people read. What a text is for. */
export const TEXT_KIND_LABELS = {
  policy: 'Policies',
  help: 'Help',
  page: 'Pages',
} as const;

/** What a text is for. */
export type TextKindName = keyof typeof TEXT_KIND_LABELS;
