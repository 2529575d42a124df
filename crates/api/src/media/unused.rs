//! Pictures that no ad and no question of a site uses go after a while; so do files that no picture was made of.

use crate::state::ApiState;
use anyhow::Context as _;
use futures_util::future::BoxFuture;
use placard_common::loops;
use placard_model::UnixMs;
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_store::Priority;
use placard_store::advertising::pictures;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Between two runs.
const INTERVAL: Duration = Duration::from_hours(1);
/// A file that was written within this time stays, whatever is known of it: its ad may be on its way.
const FRESH_MS: i64 = DAY_MS;
/// Pictures of which one transaction notes whether they are used.
const NOTED_AT_ONCE: usize = 200;
/// Pictures that one run removes; the others wait for the next.
const REMOVED_MAX: usize = 10_000;
/// The folder of files is looked through in so many parts, one a run: all of it in a day.
const PARTS: u8 = 24;
/// Names that one transaction looks up.
const LOOKED_UP_AT_ONCE: usize = 1_000;

/// Forgets them each hour until the token is cancelled.
pub fn run(app: ApiState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        while !stop.is_cancelled() {
            forget_unused(&app, app.clock.now(), &stop).await?;
            loops::pause(&stop, INTERVAL).await;
        }
        Ok(())
    })
}

/// Notes which pictures are used, and removes those that were not for as long as the setting `retention.unused_pictures_days` says.
/// Ends early when it is told to stop: the next run goes on.
pub async fn forget_unused(app: &ApiState, now: UnixMs, stop: &CancellationToken) -> anyhow::Result<()> {
    let due = now.plus_ms(-i64::from(app.settings.get().retention.unused_pictures_days) * DAY_MS);
    let (mut after, mut gone) = (String::new(), Vec::new());
    while !stop.is_cancelled() {
        let from = after.clone();
        let page = app.store.read("list_pictures", async move |conn| pictures::list_uses(conn, &from).await).await?;
        let Some(last) = page.last() else { break };
        after.clone_from(&last.hash);
        let is_noted = |found: &pictures::PictureUse| found.is_used == found.unused_since.is_none();
        let changed: Vec<String> =
            page.iter().filter(|found| !is_noted(found)).map(|found| found.hash.clone()).collect();
        for some in changed.chunks(NOTED_AT_ONCE) {
            let some = some.to_vec();
            app.store
                .write("note_pictures", Priority::Feed, async move |tx| {
                    for hash in &some {
                        pictures::note_use(tx, hash).await?;
                    }
                    Ok(())
                })
                .await?;
        }
        let is_due = |found: &&pictures::PictureUse| !found.is_used && found.unused_since.is_some_and(|at| at <= due);
        for found in page.iter().filter(is_due).take(REMOVED_MAX - gone.len()) {
            if remove_picture(app, &found.hash, due, stop).await? {
                gone.push(found.hash.clone());
            }
        }
    }
    let fresh = now.plus_ms(-FRESH_MS);
    // What a run does not come to is found by the next: then it is a file without a picture.
    remove_files(app, gone, fresh).await?;
    let part = u8::try_from(now.0.div_euclid(HOUR_MS).rem_euclid(i64::from(PARTS))).unwrap_or_default();
    for folder in (part..=u8::MAX).step_by(usize::from(PARTS)) {
        let media = app.media.clone();
        let found = tokio::task::spawn_blocking(move || media.list(folder, fresh)).await?;
        let found: Vec<String> = found.context("cannot look through the pictures")?.into_iter().collect();
        for some in found.chunks(LOOKED_UP_AT_ONCE) {
            if stop.is_cancelled() {
                return Ok(());
            }
            let some = some.to_vec();
            let orphans =
                app.store.read("find_pictures", async move |conn| pictures::unknown(conn, &some).await).await?;
            remove_files(app, orphans, fresh).await?;
        }
    }
    Ok(())
}

/// Whether a picture is gone from the database.
async fn remove_picture(app: &ApiState, hash: &str, due: UnixMs, stop: &CancellationToken) -> anyhow::Result<bool> {
    while !stop.is_cancelled() {
        let hash = hash.to_owned();
        let remove = async move |tx: &_| pictures::remove_unused(tx, &hash, due).await;
        match app.store.write("remove_picture", Priority::Feed, remove).await? {
            pictures::Removal::GoOn => {}
            other => return Ok(other == pictures::Removal::Removed),
        }
    }
    Ok(false)
}

async fn remove_files(app: &ApiState, hashes: Vec<String>, written_by: UnixMs) -> anyhow::Result<()> {
    if hashes.is_empty() {
        return Ok(());
    }
    let media = app.media.clone();
    let removed = tokio::task::spawn_blocking(move || -> std::io::Result<u64> {
        let mut removed = 0;
        for hash in hashes {
            removed += u64::from(media.remove(&hash, written_by)?);
        }
        Ok(removed)
    });
    let removed = removed.await?.context("cannot remove a picture")?;
    if removed > 0 {
        tracing::info!(pictures = removed, "removed pictures that nothing uses");
    }
    Ok(())
}
