// This file is made by tools/apigen/words.mjs.

/** A kind of account of the ledger. */
export const AccountKind = {
  Advertisers: 1,
  WebmastersPending: 2,
  WebmastersAvailable: 3,
  Revenue: 4,
  Referrals: 5,
  Gateways: 6,
  Payouts: 7,
  Fees: 8,
  Adjustments: 9,
  BadDebt: 10,
  PayoutReserve: 12,
} as const;

/** A kind of account of the ledger. */
export type AccountKind = (typeof AccountKind)[keyof typeof AccountKind];

/** What people read. A kind of account of the ledger. */
export const ACCOUNT_KIND_LABELS: Readonly<Record<AccountKind, string>> = {
  1: 'Advertisers\' balances',
  2: 'Webmasters\' pending earnings',
  3: 'Webmasters\' available earnings',
  4: 'Network\'s part of clicks',
  5: 'Pending referral earnings',
  6: 'Payment gateways',
  7: 'Paid to webmasters',
  8: 'Fees of payouts',
  9: 'Corrections and bonuses',
  10: 'Bad debt',
  12: 'Open payouts',
};
