//! The Placard executable as a library, so that tests build the same application.

pub mod app;
pub mod bench;
pub mod cli;
pub mod clock;
pub mod connections;
pub mod control;
pub mod demo;
pub mod log_command;
mod network_keys;
pub mod observe;
pub mod router;
pub mod user_command;
pub mod web;

pub use app::{App, AppState, Parts};
pub use placard_api::{auth, block_css, list, mail, manage, media, openapi, protect, site, templates, texts};
pub use placard_common::{
    Problem, config, data_folder, error, extract, geo, health, progress, sealed, secrets, user_agent, visitor,
};
pub use placard_edge::delivery;
pub use placard_worker::{audit, feeds, log_places, rebuild};
