//! The loops of the worker. Each is one line of [`all`]; the server starts them and ends them together.

pub mod billing;
pub(crate) mod books;
pub mod facts;
pub mod inventory;
pub mod lag;
pub mod look;
pub mod mail;
pub mod notices;
pub mod schedule;
pub mod set_aside;

use crate::app::{App, AppState};
use crate::health::Severity;
use placard_common::loops::Feed;
use std::time::Duration;

/// Between two checkpoints of a feed at least.
pub(crate) const CHECKPOINT_INTERVAL_MS: i64 = 60_000;
/// A checkpoint may take one part in so many of a feed's time: what is large is stored less often, and more of the log
/// is read again after a restart.
const CHECKPOINT_SHARE: i64 = 20;
/// The longest checkpoint, in bytes: databases take values of somewhat less than 1 GB.
const CHECKPOINT_BYTES_MAX: usize = 900_000_000;

/// The condition that says that a checkpoint cannot be stored.
const CHECKPOINT: &str = "checkpoint";

/// How long after a checkpoint that took so long the next one is due, in milliseconds.
pub(crate) fn checkpoint_pause_ms(took: Duration) -> i64 {
    let took_ms = i64::try_from(took.as_millis()).unwrap_or(i64::MAX);
    took_ms.saturating_mul(CHECKPOINT_SHARE).max(CHECKPOINT_INTERVAL_MS)
}

/// Whether a checkpoint can be stored. One that is too long is told of: a restart then begins at the last one.
pub(crate) fn fits_database(app: &App, feed: &'static str, body: &[u8]) -> bool {
    metrics::gauge!("placard_checkpoint_bytes", "feed" => feed).set(body.len() as f64);
    let fits = body.len() <= CHECKPOINT_BYTES_MAX;
    if fits {
        app.health.clear(CHECKPOINT);
    } else {
        tracing::error!(feed, bytes = body.len(), "the state is too large to be stored; a restart takes longer");
        let text = format!(
            "the state of {feed} has {} MB, more than can be stored: the event log is kept from the last one that was, and a \
             restart reads it from there",
            body.len() / 1_000_000
        );
        app.health.raise(CHECKPOINT, Severity::Critical, text);
    }
    fits
}

/// All of them.
pub fn all(app: &AppState) -> Vec<Feed> {
    vec![
        Feed::new("inventory", app, inventory::run),
        Feed::new("billing", app, billing::run),
        Feed::new("facts", app, facts::run),
        Feed::new("schedule", app, schedule::run),
        Feed::new("notices", app, notices::run),
        Feed::new("mail", app, mail::run),
        Feed::new("disk", app, crate::disk::run),
        Feed::new("look", app, look::run),
    ]
}
