//! What bids follow, and what bounds them.

pub mod auto_bids;
pub mod bid_limits;
pub mod bid_mode;
