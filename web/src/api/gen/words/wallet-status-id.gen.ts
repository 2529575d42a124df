// This file is made by tools/apigen/words.mjs.

/** The status of a wallet. */
export const WalletStatus = {
  Waiting: 1,
  Approved: 2,
  Rejected: 3,
  Deleted: 4,
} as const;

/** The status of a wallet. */
export type WalletStatus = (typeof WalletStatus)[keyof typeof WalletStatus];
