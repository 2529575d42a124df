// This file is made by tools/apigen/words.mjs.

/** What people read. Who takes money for the network. */
export const GATEWAY_LABELS = {
  invoice: 'Invoice',
  stripe: 'Stripe',
  nowpayments: 'NOWPayments',
  sandbox: 'Sandbox',
} as const;
