//! The management API: one file per group of endpoints.

pub mod account;
pub mod auth;
pub mod metrics;
pub mod stats;
pub mod system;
