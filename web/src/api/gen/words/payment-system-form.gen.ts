// This file is made by tools/apigen/words.mjs.

/** The limits of `PaymentSystemForm`. */
export const PAYMENT_SYSTEM_FORM_LIMITS = {
  name: { min: 1, max: 60 },
} as const;
