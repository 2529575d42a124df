// This file is made by tools/apigen/words.mjs.

/** The limits of `CopyBlocksForm`. */
export const COPY_BLOCKS_FORM_LIMITS = {
  blocks: { min: 1, max: 50 },
  sites: { min: 1, max: 50 },
} as const;
