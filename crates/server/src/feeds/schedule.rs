//! What the clock alone brings about: earnings become available after a week, old records go.
//!
//! Nothing is reset here: a campaign's spend is kept by day, and the engine asks for today's, so that a daily limit is
//! free again at midnight without anybody's help.

use crate::app::AppState;
use crate::feeds::facts;
use futures_util::future::BoxFuture;
use placard_events::Position;
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::{Day, UnixMs};
use placard_store::{
    Priority, account_tokens, billing, contact_messages, devices, feeds, inventory_changes, ledger, sessions,
};
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The longest sleep, so that a clock that was set is noticed.
const SLEEP_MAX_MS: i64 = 30_000;
/// Facts are kept by hour for so many days (13 months), by day after that.
pub(crate) const HOURLY_FACTS_DAYS: i32 = 396;

/// Links of mails are kept for so many days after they ended, so that who opens one reads that it has ended, not that it
/// never was.
const ENDED_LINKS_DAYS: i64 = 30;
/// Messages of the contact form are kept for so many days (12 months), as the privacy policy says.
pub const CONTACT_MESSAGES_DAYS: i64 = 365;
/// A device is known for so many days (13 months) after the last login from it, the latest one always, as the
/// privacy policy says.
pub const DEVICES_DAYS: i64 = 396;

/// Runs the schedule until the token is cancelled.
pub fn run(app: AppState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        let mut done = None;
        while !stop.is_cancelled() {
            let now = app.clock.now();
            if done != Some(now.hour()) {
                hourly(&app, now).await?;
                done = Some(now.hour());
            }
            // Another process, or a change that could not be read again, may have left the pages behind.
            if let Err(error) = app.texts.refresh_if_changed(&app.store).await {
                tracing::warn!("the texts of public pages were not read again: {error}");
            }
            let next_ms = HOUR_MS - now.0.rem_euclid(HOUR_MS);
            tokio::select! {
                () = stop.cancelled() => {}
                () = tokio::time::sleep(Duration::from_millis(next_ms.min(SLEEP_MAX_MS) as u64)) => {}
            }
        }
        Ok(())
    })
}

/// Everything that is due in the hour of `now`; nothing of it happens twice if it is called again.
pub async fn hourly(app: &AppState, now: UnixMs) -> anyhow::Result<()> {
    release(app, now.day()).await?;
    app.store.write("forget_changes", Priority::Feed, async |tx| inventory_changes::forget_old(tx).await).await?;
    app.store.write("forget_sessions", Priority::Feed, async move |tx| sessions::forget_expired(tx, now).await).await?;
    let month_ago = now.plus_ms(-ENDED_LINKS_DAYS * DAY_MS);
    app.store
        .write("forget_links", Priority::Feed, async move |tx| account_tokens::forget_ended(tx, month_ago).await)
        .await?;
    let year_ago = now.plus_ms(-CONTACT_MESSAGES_DAYS * DAY_MS);
    app.store
        .write("forget_messages", Priority::Feed, async move |tx| contact_messages::forget_before(tx, year_ago).await)
        .await?;
    let unseen = now.plus_ms(-DEVICES_DAYS * DAY_MS);
    app.store.write("forget_devices", Priority::Feed, async move |tx| devices::forget_unseen(tx, unseen).await).await?;
    crate::feeds::mail::forget_old(app, now).await?;
    let slowest = slowest_reader(app).await?;
    let app = Arc::clone(app);
    tokio::task::spawn_blocking(move || -> anyhow::Result<()> {
        let retired = app.log.apply_retention(now, &slowest)?;
        if retired.segments > 0 {
            tracing::info!(segments = retired.segments, bytes = retired.bytes, "removed old segments of the log");
        }
        while app.stats.fold_hours_before(now.day().plus(-HOURLY_FACTS_DAYS))?.is_some() {}
        Ok(())
    })
    .await?
}

/// Makes earnings of a week ago available.
pub async fn release(app: &AppState, today: Day) -> anyhow::Result<()> {
    let released = app
        .store
        .write("release_earnings", Priority::Feed, async move |tx| ledger::release_pending(tx, today).await)
        .await?;
    if released > 0 {
        tracing::debug!(webmasters = released, "earnings became available");
    }
    Ok(())
}

/// The position that every reader of the log, restarted from its checkpoint, has passed. Facts that are derived again
/// are behind their checkpoint.
async fn slowest_reader(app: &AppState) -> anyhow::Result<Position> {
    let checkpoints = app
        .store
        .read("read_checkpoints", async |conn| {
            Ok([feeds::checkpoint(conn, billing::FEED).await?, feeds::checkpoint(conn, facts::FEED).await?])
        })
        .await?;
    let stats = Arc::clone(&app.stats);
    let counted = tokio::task::spawn_blocking(move || stats.positions()).await??.log;
    let mut slowest = Position::from_bytes(&counted).unwrap_or_default();
    for checkpoint in checkpoints {
        // A feed without a checkpoint, or with one that nobody can read, begins at the beginning.
        let position = checkpoint.and_then(|checkpoint| Position::from_bytes(&checkpoint.position)).unwrap_or_default();
        slowest = slowest.slower(&position);
    }
    Ok(slowest)
}
