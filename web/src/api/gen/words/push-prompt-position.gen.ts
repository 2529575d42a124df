// This file is made by tools/apigen/words.mjs.

/** What people read. Where a site's own question stands. */
export const PUSH_PROMPT_POSITION_LABELS = {
  bottom: 'Bottom, on wide screens right',
  bottom_left: 'Bottom, on wide screens left',
  top: 'Top',
} as const;
