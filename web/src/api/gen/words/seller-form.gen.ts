// This file is made by tools/apigen/words.mjs.

/** The limits of `SellerForm`. */
export const SELLER_FORM_LIMITS = {
  domain: { max: 2048 },
  name: { max: 200 },
} as const;
