// This file is made by tools/apigen/words.mjs.

/** What a native campaign leads to. */
export const Target = {
  Commodity: 1,
  News: 2,
} as const;

/** What a native campaign leads to. */
export type Target = (typeof Target)[keyof typeof Target];

/** What people read. What a native campaign leads to. */
export const TARGET_LABELS: Readonly<Record<Target, string>> = {
  1: 'Commodity',
  2: 'News',
};
