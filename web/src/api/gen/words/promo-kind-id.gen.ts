// This file is made by tools/apigen/words.mjs.

/** How a promo code counts its bonus. */
export const PromoKind = {
  Fixed: 1,
  Part: 2,
} as const;

/** How a promo code counts its bonus. */
export type PromoKind = (typeof PromoKind)[keyof typeof PromoKind];

/** What people read. How a promo code counts its bonus. */
export const PROMO_KIND_LABELS: Readonly<Record<PromoKind, string>> = {
  1: 'Fixed amount',
  2: 'Part of the top-up',
};
