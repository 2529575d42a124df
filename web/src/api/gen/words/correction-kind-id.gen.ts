// This file is made by tools/apigen/words.mjs.

/** What a correction is. */
export const CorrectionKind = {
  Correction: 1,
  Bonus: 2,
} as const;

/** What a correction is. */
export type CorrectionKind = (typeof CorrectionKind)[keyof typeof CorrectionKind];
