// This file is made by tools/apigen/words.mjs.

/** What people read. Where the script puts a block's ads. */
export const BLOCK_PLACEMENT_LABELS = {
  in_place: 'Where the code is',
  sticky_bottom: 'Bar below',
  in_article: 'In articles',
} as const;
