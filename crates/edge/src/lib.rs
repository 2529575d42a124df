//! What visitors' browsers and advertisers' trackers call. It knows memory and the event log, no database.

pub mod delivery;
pub mod explain;
pub mod state;
