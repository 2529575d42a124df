// This file is made by tools/apigen/words.mjs.

/** A format of blocks and ads. */
export const Format = {
  Native: 1,
  Article: 2,
  Text: 4,
  LongText: 8,
  Teaser: 16,
  Push: 32,
} as const;

/** A format of blocks and ads. */
export type Format = (typeof Format)[keyof typeof Format];

/** What people read. A format of blocks and ads. */
export const FORMAT_LABELS: Readonly<Record<Format, string>> = {
  1: 'Native',
  2: 'Article',
  4: 'Text',
  8: 'Long text',
  16: 'Teaser',
  32: 'Push',
};
