// This file is made by tools/apigen/words.mjs.

/** The limits of `DeniedAddressForm`. */
export const DENIED_ADDRESS_FORM_LIMITS = {
  note: { min: 1, max: 200 },
  number: { min: 1, max: 100 },
} as const;
