//! Double entry: accounts, postings, and what became of what they are for.

pub mod chart;
pub mod posting;
pub mod settlement;
pub mod verdict;
pub mod void;
