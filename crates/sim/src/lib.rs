//! The whole system as a list of operations, and its checkers. Tests only.

pub mod build;
pub mod cashier;
pub mod clerk;
pub mod machine;
pub mod powerloss;
pub mod server;
pub mod world;
