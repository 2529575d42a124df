// This file is made by tools/apigen/words.mjs.

/** Whether a promo code can be used. */
export const PromoState = {
  Active: 1,
  Planned: 2,
  UsedUp: 3,
  Ended: 4,
  Waiting: 5,
} as const;

/** Whether a promo code can be used. */
export type PromoState = (typeof PromoState)[keyof typeof PromoState];

/** What people read. Whether a promo code can be used. */
export const PROMO_STATE_LABELS: Readonly<Record<PromoState, string>> = {
  1: 'Active',
  2: 'Planned',
  3: 'Used up',
  4: 'Ended',
  5: 'Waits for a second person',
};
