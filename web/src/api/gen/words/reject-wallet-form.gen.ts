// This file is made by tools/apigen/words.mjs.

/** The limits of `RejectWalletForm`. */
export const REJECT_WALLET_FORM_LIMITS = {
  comment: { min: 1, max: 1000 },
} as const;
