//! The Placard executable as a library, so that tests build the same application.

pub mod app;
pub mod bench;
pub mod cli;
pub mod clock;
pub mod confirmed;
pub mod connections;
pub mod control;
pub mod demo;
pub mod log_command;
mod network_keys;
pub mod observe;
mod open_stats;
pub mod push_service;
pub mod router;
mod serve;
pub mod settings_command;
pub mod user_command;
pub mod web;

pub use app::{App, AppState, Parts};

/// Of the executable, and of all tests that build the application.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
