//! Questions about facts, and the figures of lists.

pub mod income;
pub mod metrics;
pub mod questions;
