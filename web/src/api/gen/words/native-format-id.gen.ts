// This file is made by tools/apigen/words.mjs.

/** A format of native ads and of the blocks that show them. */
export const NativeFormat = {
  Native: 1,
  Article: 2,
  Text: 4,
  LongText: 8,
  Teaser: 16,
} as const;

/** A format of native ads and of the blocks that show them. */
export type NativeFormat = (typeof NativeFormat)[keyof typeof NativeFormat];

/** What people read. A format of native ads and of the blocks that show them. */
export const NATIVE_FORMAT_LABELS: Readonly<Record<NativeFormat, string>> = {
  1: 'Native',
  2: 'Article',
  4: 'Text',
  8: 'Long text',
  16: 'Teaser',
};

/** Lengths of fields. A format of native ads and of the blocks that show them. */
export const NATIVE_FORMAT_LIMITS = {
  1: { full_text: { min: 0, max: 5000 }, short_description: { min: 0, max: 140 }, title: { min: 25, max: 75 } },
  2: { full_text: { min: 1, max: 5000 }, short_description: { min: 1, max: 140 }, title: { min: 1, max: 75 } },
  4: { full_text: { min: 0, max: 5000 }, short_description: { min: 1, max: 120 }, title: { min: 1, max: 60 } },
  8: { full_text: { min: 1, max: 1500 }, short_description: { min: 0, max: 140 }, title: { min: 1, max: 75 } },
  16: { full_text: { min: 0, max: 5000 }, short_description: { min: 0, max: 140 }, title: { min: 25, max: 75 } },
} as const;
