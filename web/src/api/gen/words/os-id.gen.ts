// This file is made by tools/apigen/words.mjs.

/** An operating system. */
export const Os = {
  Windows: 1,
  MacOs: 2,
  Linux: 3,
  ChromeOs: 4,
  Android: 5,
  Ios: 6,
  IpadOs: 7,
  KaiOs: 8,
} as const;

/** An operating system. */
export type Os = (typeof Os)[keyof typeof Os];

/** What people read. An operating system. */
export const OS_LABELS: Readonly<Record<Os, string>> = {
  1: 'Windows',
  2: 'macOS',
  3: 'Linux',
  4: 'ChromeOS',
  5: 'Android',
  6: 'iOS',
  7: 'iPadOS',
  8: 'KaiOS',
};
