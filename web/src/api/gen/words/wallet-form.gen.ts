// This file is made by tools/apigen/words.mjs.

/** The limits of `WalletForm`. */
export const WALLET_FORM_LIMITS = {
  number: { min: 1, max: 100 },
} as const;
