// This file is made by tools/apigen/words.mjs.

/** What people read. What the wallets of a payment type are named by. */
export const ADDRESS_KIND_LABELS = {
  tron: 'Tron address',
  ethereum: 'Ethereum address',
  text: 'Account',
  coin: 'Address of another coin',
} as const;

/** What the wallets of a payment type are named by. */
export type AddressKindName = keyof typeof ADDRESS_KIND_LABELS;
