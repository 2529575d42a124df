//! The back office.

pub mod moderation;
pub mod money;
pub mod network;
pub mod people;
