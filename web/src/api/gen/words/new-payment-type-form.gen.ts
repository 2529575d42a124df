// This file is made by tools/apigen/words.mjs.

/** The limits of `NewPaymentTypeForm`. */
export const NEW_PAYMENT_TYPE_FORM_LIMITS = {
  code: { min: 1, max: 20 },
  explorer_url: { max: 300 },
  fee_basis_points: { max: 2000 },
  fee_fixed: { max: 1000 },
  minimum_payout: { min: 1, max: 10000 },
  name: { min: 1, max: 60 },
  usual_time: { max: 60 },
} as const;
