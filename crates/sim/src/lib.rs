//! The whole system as a list of operations, and its checkers. Tests only.

pub mod aftermath;
pub mod build;
pub mod cashier;
pub mod clerk;
pub mod machine;
pub mod payroll;
pub mod phones;
pub mod powerloss;
pub mod pushed;
pub mod server;
pub mod wishes;
pub mod world;
