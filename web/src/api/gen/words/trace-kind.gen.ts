// This file is made by tools/apigen/words.mjs.

/** What people read. What took its time. */
export const TRACE_KIND_LABELS = {
  load: 'Loaded anew',
  navigation: 'Page',
  call: 'Call',
} as const;
