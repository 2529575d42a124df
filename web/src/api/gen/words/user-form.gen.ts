// This file is made by tools/apigen/words.mjs.

/** The limits of `UserForm`. */
export const USER_FORM_LIMITS = {
  minimum_bid: { max: 100 },
  share_basis_points: { max: 10000 },
  status_id: { min: 2, max: 3 },
  status_reason: { max: 500 },
} as const;
