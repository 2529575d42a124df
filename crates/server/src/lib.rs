//! The Placard executable as a library, so that tests build the same application.

pub mod app;
pub mod audit;
pub mod auth;
pub mod bench;
pub mod block_css;
pub mod cli;
pub mod config;
pub mod control;
pub mod delivery;
pub mod demo;
pub mod error;
pub mod extract;
pub mod feeds;
pub mod geo;
pub mod health;
pub mod list;
pub mod mail;
pub mod manage;
pub mod media;
pub mod observe;
pub mod openapi;
pub mod progress;
mod protect;
pub mod rebuild;
pub mod router;
pub mod sealed;
pub mod secrets;
pub mod site;
pub mod templates;
pub mod texts;
pub mod user_agent;
pub mod user_command;
pub mod visitor;
pub mod web;

pub use app::{App, AppState, Parts};
pub use error::Problem;
