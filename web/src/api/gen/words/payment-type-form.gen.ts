// This file is made by tools/apigen/words.mjs.

/** The limits of `PaymentTypeForm`. */
export const PAYMENT_TYPE_FORM_LIMITS = {
  fee_basis_points: { max: 2000 },
  fee_fixed: { max: 1000 },
  minimum_payout: { min: 1, max: 10000 },
} as const;
