//! Stores what feeds remember, and reads it again.
//!
//! A state is stored in parts, so that a checkpoint costs what has changed since the last one, and no more than some
//! parts are in memory twice. The parts come first, some in a transaction; then the head, in the transaction that lets
//! the parts go that are replaced. A kill in between leaves the last head with all of its parts.

use crate::state::{Worker, WorkerState};
use anyhow::Context;
use parking_lot::Mutex;
use placard_common::health::{Health, Severity};
use placard_engine::CHECKPOINT_BYTES_MAX;
use placard_ledger::{Checkpointed, PartId};
use placard_store::billing::positions::{self, Checkpoint};
use placard_store::{Conn, Priority, Tx};
use std::sync::Arc;
use std::time::Duration;

/// Between two checkpoints of a feed at least.
pub(crate) const INTERVAL_MS: i64 = 60_000;
/// A checkpoint may take one part in so many of a feed's time: what changes a lot is stored less often, and more of the
/// log is read again after a restart.
const SHARE: i64 = 20;
/// Parts of about so many bytes are stored in one transaction; a single part has at most 16 MiB.
const TRANSACTION_BYTES: usize = 4 << 20;
/// The longest value that databases take, in bytes, with room for the rest of a head.
const VALUE_BYTES_MAX: usize = 900_000_000;
/// The longest part of a head that has no parts of its own, in bytes: what the engine has learned, as long as it is read
/// again.
const LEARNED_BYTES_MAX: usize = CHECKPOINT_BYTES_MAX;
const _: () = assert!(LEARNED_BYTES_MAX < VALUE_BYTES_MAX, "what is written can be read");

/// The condition that says that a checkpoint cannot be stored.
const CONDITION: &str = "checkpoint";

/// How long after a checkpoint that took so long the next one is due, in milliseconds.
pub(crate) fn pause_ms(took: Duration) -> i64 {
    let took_ms = i64::try_from(took.as_millis()).unwrap_or(i64::MAX);
    took_ms.saturating_mul(SHARE).max(INTERVAL_MS)
}

/// A head, and the parts that it names.
#[derive(Debug)]
pub(crate) struct Head {
    /// The head.
    pub(crate) body: Vec<u8>,
    /// The numbers of its parts.
    named: Vec<i64>,
}

/// Stores all parts of a state that have changed, and gives the head to store with [`put`]. Nothing may change the
/// state meanwhile. The state is turned into bytes off the threads that serve requests.
pub(crate) async fn put_parts<S: Checkpointed + Send + 'static>(
    app: &Worker,
    feed: &'static str,
    state: &Arc<Mutex<S>>,
) -> anyhow::Result<Head> {
    let mut written = 0;
    loop {
        let reading = Arc::clone(state);
        let bodies = tokio::task::spawn_blocking(move || reading.lock().unstored_parts(TRANSACTION_BYTES)).await?;
        if bodies.is_empty() {
            break;
        }
        written += bodies.iter().map(Vec::len).sum::<usize>();
        // Owned, because the compiler loses the lifetime of what an async closure captures.
        let name = feed.to_owned();
        let put = async move |tx: &Tx| positions::put_parts(tx, &name, &bodies).await;
        let ids = app.store.write("checkpoint_parts", Priority::Feed, put).await?;
        let ids: Vec<PartId> = ids.into_iter().map(PartId).collect();
        state.lock().note_parts(&ids);
    }
    metrics::gauge!("placard_checkpoint_bytes", "feed" => feed).set(written as f64);
    let reading = Arc::clone(state);
    let (body, named) = tokio::task::spawn_blocking(move || reading.lock().head()).await?;
    Ok(Head { body, named: named.into_iter().map(|PartId(id)| id).collect() })
}

/// Stores a checkpoint in the place of the last one, with the parts that its head names, and lets all others go.
pub(crate) async fn put(tx: &Tx, feed: &str, checkpoint: &Checkpoint, head: &Head) -> placard_store::Result<()> {
    positions::put_checkpoint(tx, feed, checkpoint).await?;
    positions::keep_parts(tx, feed, &head.named).await
}

/// Whether what the engine has learned can be stored. If it is too long, that is told: a restart then begins at the last
/// checkpoint.
pub(crate) fn fits_database(health: &Health, feed: &'static str, bytes: usize) -> bool {
    let fits = bytes <= LEARNED_BYTES_MAX;
    if fits {
        health.clear(CONDITION);
    } else {
        tracing::error!(feed, bytes, "the state is too large to be stored; a restart takes longer");
        let text = format!(
            "the state of {feed} has {} MB, more than can be stored: the event log is kept from the last one that was, and a \
             restart reads it from there",
            bytes / 1_000_000
        );
        health.raise(CONDITION, Severity::Critical, text);
    }
    fits
}

/// A state as its head and parts tell.
///
/// # Errors
/// [`Unreadable`] when they are not those of a state of this program, which is no reason to stop: the log has it all.
/// Any other error is the database's.
pub(crate) async fn restore<S: Checkpointed>(app: &WorkerState, feed: &'static str, head: &[u8]) -> anyhow::Result<S> {
    let mut restoring = S::restore(head).map_err(Unreadable::of)?;
    while let Some(PartId(id)) = restoring.next_part().map_err(Unreadable::of)? {
        let name = feed.to_owned();
        let read = async move |conn: &Conn| positions::part(conn, &name, id).await;
        let body = app.store.read("load_checkpoint", read).await.context("cannot read a checkpoint")?;
        let body = body.ok_or_else(|| Unreadable(format!("part {id} is missing")))?;
        restoring.fill(&body).map_err(Unreadable::of)?;
    }
    Ok(restoring.finish().map_err(Unreadable::of)?)
}

/// A checkpoint is none of this program.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Unreadable(String);

impl Unreadable {
    pub(crate) fn of(error: impl std::fmt::Display) -> Self {
        Self(error.to_string())
    }
}

/// Nothing for a checkpoint that this program cannot read, after a word about it.
pub(crate) fn unless_unreadable<T>(feed: &'static str, read: anyhow::Result<T>) -> anyhow::Result<Option<T>> {
    match read {
        Ok(read) => Ok(Some(read)),
        Err(error) if error.is::<Unreadable>() => {
            tracing::warn!(feed, "what a checkpoint remembers is made again from the log: {error:#}");
            metrics::counter!("placard_checkpoints_unreadable_total", "feed" => feed).increment(1);
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use placard_model::time::ManualClock;

    #[test]
    fn what_is_too_long_to_be_stored_is_told_until_it_fits_again() {
        let health = Health::new(Arc::new(ManualClock::new(placard_model::UnixMs(0))));
        assert!(fits_database(&health, "facts", LEARNED_BYTES_MAX) && !health.holds(CONDITION));
        assert!(!fits_database(&health, "facts", LEARNED_BYTES_MAX + 1) && health.holds(CONDITION));
        assert!(fits_database(&health, "facts", 1) && !health.holds(CONDITION));
    }
}
