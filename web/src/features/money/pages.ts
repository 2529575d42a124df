/** The pages of money load as one: a chunk for each of their shared parts would be named in the code of every page. */
export { CorrectionsPage } from './corrections/corrections-page';
export { DepositsPage } from './deposits/deposits-page';
export { LedgerPage } from './ledger/ledger-page';
export { TransactionPage } from './ledger/transaction-page';
export { PaymentSystemsPage } from './payment-systems/payment-systems-page';
export { PayoutsPage } from './payouts/payouts-page';
export { PromoCodesPage } from './promo-codes/promo-codes-page';
export { WalletsPage } from './wallets/wallets-page';
