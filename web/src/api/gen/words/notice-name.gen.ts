// This file is made by tools/apigen/words.mjs.

/** What people read. A kind of mail that can be switched off. */
export const NOTICE_LABELS = {
  ad_approved: 'An ad was approved',
  ad_rejected: 'An ad was not approved',
  low_balance: 'The balance is below one day of spend',
  out_of_budget: 'A campaign has used up its budget',
} as const;

/** A kind of mail that can be switched off. */
export type NoticeName = keyof typeof NOTICE_LABELS;
