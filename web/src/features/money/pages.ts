/** The pages of money load as one: a chunk for each of their shared parts would be named in the code of every page. */
export { CorrectionsPage } from './corrections-page';
export { DepositsPage } from './deposits-page';
export { LedgerPage } from './ledger-page';
export { PaymentSystemsPage } from './payment-systems-page';
export { PayoutsPage } from './payouts-page';
export { PromoCodesPage } from './promo-codes-page';
export { TransactionPage } from './transaction-page';
export { WalletsPage } from './wallets-page';
