// This file is made by tools/apigen/words.mjs.

/** What a correction is. */
export const CorrectionKind = {
  Correction: 1,
  Bonus: 2,
} as const;

/** What a correction is. */
export type CorrectionKind = (typeof CorrectionKind)[keyof typeof CorrectionKind];

/** What people read. What a correction is. */
export const CORRECTION_KIND_LABELS: Readonly<Record<CorrectionKind, string>> = {
  1: 'Correction',
  2: 'Bonus',
};
