//! IO that the roles share: configuration, time, chance, keys, places, mail as it is written, and the words of HTTP.

pub mod base;
pub mod chance;
pub mod clock;
pub mod config;
pub mod data_folder;
pub mod error;
pub mod extract;
pub mod fetch;
pub mod gateways;
pub mod geo;
pub mod headers;
pub mod health;
pub mod landing_look;
pub mod loops;
pub mod mail;
pub mod metrics_recorder;
pub mod progress;
pub mod sealed;
pub mod secrets;
pub mod site_owner;
pub mod user_agent;
pub mod vapid;
pub mod visit;
pub mod visitor;
pub mod webpush;
pub mod words;

pub use base::Base;
pub use error::Problem;
