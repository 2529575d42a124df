//! The loops of the worker. Each is one line of [`all`]; the server starts them and ends them together.

pub(crate) mod accounts;
pub mod billing;
pub(crate) mod checkpoints;
pub mod facts;
pub mod inventory;
pub mod lag;
pub mod links;
pub mod look;
pub mod mail;
pub mod notices;
pub(crate) mod retention;
pub mod schedule;
pub mod set_aside;
pub mod settings;
pub mod voids;

use crate::state::WorkerState;
use placard_common::loops::Feed;

/// All of them.
pub fn all(app: &WorkerState) -> Vec<Feed> {
    vec![
        Feed::new("inventory", app, inventory::run),
        Feed::new("billing", app, billing::run),
        Feed::new("facts", app, facts::run),
        Feed::new("schedule", app, schedule::run),
        Feed::new("notices", app, notices::run),
        Feed::new("mail", app, mail::run),
        Feed::new("links", app, links::run),
        Feed::new("voids", app, voids::run),
        Feed::new("disk", app, crate::disk::run),
        Feed::new("look", app, look::run),
        Feed::new("settings", app, settings::run),
    ]
}
