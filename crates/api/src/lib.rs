//! The management API: what advertisers, webmasters and staff call, with logins, texts and mail.

pub mod account;
pub mod advertiser;
pub mod auth;
pub mod block_css;
pub mod cashbox;
pub mod collecting;
pub mod dictionaries;
mod erased;
pub mod extract;
mod fair;
pub mod idempotent;
pub mod list;
mod long_body;
pub mod mail;
pub mod media;
pub mod openapi;
pub mod payments;
pub mod protect;
pub mod push;
pub mod routes;
pub mod site;
pub mod staff;
pub mod state;
pub mod statistics;
pub mod templates;
pub mod texts;
pub mod webmaster;
