//! The management API: what advertisers, webmasters and staff call, with logins, texts and mail.

pub mod app;
pub mod auth;
pub mod block_css;
pub mod extract;
mod fair;
pub mod list;
pub mod mail;
pub mod manage;
pub mod media;
pub mod openapi;
pub mod protect;
pub mod routes;
pub mod site;
pub mod templates;
pub mod texts;

pub(crate) use placard_common::{config, error, geo, health, sealed, secrets, visitor};
pub(crate) use placard_edge::delivery;
