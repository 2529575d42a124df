//! What visitors' browsers and advertisers' trackers call. It knows memory and the event log, no database.

pub mod app;
pub mod delivery;

pub(crate) use placard_common::{Problem, config, error, extract, secrets, user_agent, visitor};
