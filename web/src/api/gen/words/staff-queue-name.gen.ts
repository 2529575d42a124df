// This file is made by tools/apigen/words.mjs.

/** What people read. What waits for staff. */
export const STAFF_QUEUE_LABELS = {
  ads: 'Ads to approve',
  ad_checks: 'Running ads to look at',
  sites: 'Sites to approve',
  wallets: 'Wallets to approve',
  payouts_requested: 'Payouts to approve',
  payouts_approved: 'Payouts to pay',
  invoices: 'Invoices to confirm',
  corrections: 'Corrections for a second person',
  promo_codes: 'Promo codes for a second person',
  payment_messages: 'Messages about payments',
  contact_messages: 'Messages to answer',
} as const;

/** What waits for staff. */
export type StaffQueueName = keyof typeof STAFF_QUEUE_LABELS;
