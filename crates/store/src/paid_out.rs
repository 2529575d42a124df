//! What webmasters are paid: payouts from their request on, and where they go.

pub mod auto_payouts;
pub mod payout_files;
pub mod payout_hash;
pub mod payout_holds;
pub mod payout_quota;
pub mod payout_remain;
pub mod payout_returns;
pub mod payouts;
pub mod wallets;
