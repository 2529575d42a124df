//! The back office.

pub mod audit_log;
pub mod client_errors;
pub mod contacts;
pub mod delivery;
pub mod mails;
pub mod moderation_ads;
pub mod moderation_sites;
pub mod persons;
pub mod settings;
pub mod system;
pub mod teams;
pub mod texts;
pub mod users;
pub mod voids;
