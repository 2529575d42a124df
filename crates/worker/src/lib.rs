//! The loops behind the network: billing, facts, inventory, schedule, mail; and what looks after them: the audit, statistics
//! that are derived again.

pub mod audit;
pub mod disk;
pub mod feeds;
pub mod log_places;
mod message;
pub mod readers;
pub mod rebuild;
pub mod state;
