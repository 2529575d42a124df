//! Facts and statistics questions.
//!
//! Facts are additive deltas per hour and all dimensions ([`FactDelta`]); sums over them answer everything.
//!
//! The whole crate knows numbers only: names of campaigns or sites are not stored here, the caller resolves the ids.

mod calendar;
mod database;
mod fact;
mod metric;
mod schema;
mod scope;

pub use database::{Stats, StatsConfig, StatsError};
pub use fact::{Amounts, FactDelta, FactKey, Measures, OpportunityDelta, Positions};
pub use metric::View;
pub use scope::StatsScope;
