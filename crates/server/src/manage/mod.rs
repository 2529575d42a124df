//! The management API: one file per group of endpoints.

pub mod system;
