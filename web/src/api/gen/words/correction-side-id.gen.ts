// This file is made by tools/apigen/words.mjs.

/** Whose balance a correction moves. */
export const CorrectionSide = {
  Advertiser: 1,
  Webmaster: 2,
} as const;

/** Whose balance a correction moves. */
export type CorrectionSide = (typeof CorrectionSide)[keyof typeof CorrectionSide];

/** What people read. Whose balance a correction moves. */
export const CORRECTION_SIDE_LABELS: Readonly<Record<CorrectionSide, string>> = {
  1: 'Advertiser\'s balance',
  2: 'Webmaster\'s available earnings',
};
