//! Sites, blocks, templates.

pub mod auto_payment;
pub mod block_check;
pub mod block_copies;
pub mod block_form;
pub mod block_versions;
pub mod blocks;
mod figures;
pub mod payout_file;
pub mod payouts;
pub mod push;
pub mod push_health;
pub mod push_import;
pub mod push_subscribers;
pub mod push_worker;
pub(crate) mod referral_code;
pub mod referrals;
pub mod seller;
pub mod sites;
pub mod styles;
pub mod templates;
pub mod verification;
pub mod wallets;
