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
