//! The management API: one file per group of endpoints.

pub mod account;
pub mod auth;
pub mod balance;
pub mod metrics;
pub mod moderation_sites;
pub mod stats;
pub mod system;
pub mod webmaster_blocks;
pub mod webmaster_sites;
pub mod webmaster_templates;
