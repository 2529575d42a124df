//! Accounts, teams, and who wrote to the network.

pub mod contacts;
pub mod mails;
pub mod persons;
pub mod teams;
pub mod user_account;
pub mod user_notes;
pub mod users;
