//! The back office.

pub mod audit_log;
pub mod client_errors;
pub mod contacts;
pub mod corrections;
pub mod delivery;
pub mod deposits;
pub mod gateways;
pub mod ledger;
pub mod ledger_export;
pub mod ledger_sums;
pub mod mails;
pub mod moderation_ads;
pub mod moderation_blocks;
pub mod moderation_sites;
pub mod payment_messages;
pub mod payment_systems;
pub mod payouts;
pub mod persons;
pub mod promo_codes;
pub mod settings;
pub mod system;
pub mod teams;
pub mod texts;
pub mod users;
pub mod voids;
pub mod wallets;
