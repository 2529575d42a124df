// This file is made by tools/apigen/words.mjs.

/** A browser. */
export const Browser = {
  Chrome: 1,
  Safari: 2,
  Firefox: 3,
  Edge: 4,
  Opera: 5,
  Samsung: 6,
  Yandex: 7,
  Uc: 8,
  WebView: 9,
  Vivaldi: 10,
  Brave: 11,
} as const;

/** A browser. */
export type Browser = (typeof Browser)[keyof typeof Browser];

/** What people read. A browser. */
export const BROWSER_LABELS: Readonly<Record<Browser, string>> = {
  1: 'Chrome',
  2: 'Safari',
  3: 'Firefox',
  4: 'Edge',
  5: 'Opera',
  6: 'Samsung Internet',
  7: 'Yandex Browser',
  8: 'UC Browser',
  9: 'In-app browser',
  10: 'Vivaldi',
  11: 'Brave',
};
