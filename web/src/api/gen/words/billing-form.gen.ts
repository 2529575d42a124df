// This file is made by tools/apigen/words.mjs.

/** The limits of `BillingForm`. */
export const BILLING_FORM_LIMITS = {
  address: { max: 200 },
  company: { max: 100 },
  country: { min: 2, max: 2 },
  email: { max: 254 },
  vat_number: { max: 60 },
} as const;
