// This file is made by tools/apigen/words.mjs.

/** The limits of `NewListView`. */
export const NEW_LIST_VIEW_LIMITS = {
  list: { min: 1, max: 40 },
  name: { min: 1, max: 60 },
  search: { max: 2000 },
} as const;
