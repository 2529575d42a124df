//! Payouts, deposits, corrections, promo codes, what is voided, and the ledger.

pub mod added_payment_systems;
pub mod corrections;
pub mod deposit_ask;
pub mod deposits;
pub mod gateways;
pub mod ledger;
pub mod ledger_export;
pub mod ledger_sums;
pub mod payment_messages;
pub mod payment_systems;
pub mod payout_batch;
pub mod payout_hash;
pub mod payout_holds;
pub mod payouts;
pub mod promo_codes;
pub mod voids;
pub mod wallets;
