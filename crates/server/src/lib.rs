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
