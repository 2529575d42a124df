//! `placard log`: what to do when a part of the event log is lost or damaged and no copy has it.

use crate::confirmed::Confirmed;
use crate::open_stats::open_stats;
use anyhow::Context;
use clap::Subcommand;
use placard_common::config::Config;
use placard_common::data_folder::LOG_FOLDER;
use placard_events::{Damage, Gap, Known, LogError, LogFolder};
use placard_model::Clock as _;
use placard_model::time::{SystemClock, UnixMs};
use placard_stats::{Positions, Stats};
use placard_store::accounts::audit_log::{self, Actor};
use placard_store::billing::{positions, settlements, settling};
use placard_store::{Priority, Store, Tx};
use placard_worker::log_places::{self, Owner};
use placard_worker::readers::FACTS;
use serde::Serialize;
use std::sync::Arc;

/// What to do with the event log.
#[derive(Clone, Debug, Subcommand)]
pub enum LogCommand {
    /// Go on without a part of the log that is lost or cannot be read, when no copy of it is left. Reads the whole log,
    /// says what that is, asks, and writes it down in the audit log.
    Continue(Confirmed),
}

/// What the audit log keeps of the place where the log ended, and where it goes on.
#[derive(Debug, Serialize)]
struct Lost {
    /// Why the server refused to start.
    found: String,
    /// The furthest place that anybody knows of; clicks that stood behind it were not settled.
    known_up_to: u64,
    /// When something was last stored about the log.
    last_stored_at: Option<UnixMs>,
}

/// What the audit log keeps of a part that could not be read.
#[derive(Debug, Serialize)]
struct Unreadable {
    /// What was found.
    found: String,
    /// Where the part begins.
    from: u64,
    /// Where the log goes on.
    to: u64,
    /// When the last record before it was appended.
    before: UnixMs,
    /// When the first record behind it was appended.
    after: UnixMs,
}

/// Runs the command on the data folder; the text to print.
///
/// # Errors
/// When a server runs on the folder, when the answer was not yes, and when the log is damaged in a way that only a copy
/// mends.
pub async fn run(config: &Config, command: LogCommand) -> anyhow::Result<String> {
    let LogCommand::Continue(confirmed) = command;
    let folder = LogFolder::lock(&config.data_dir.join(LOG_FOLDER)).context("cannot open the event log")?;
    let folder = Arc::new(folder);
    let store = Store::connect(&config.database_url(), Arc::new(SystemClock)).await?;
    store.migrate().await?;
    let (stats, aside) = open_stats(config, false, SystemClock.now())?;
    let mut said: Vec<String> = aside.iter().map(|aside| format!("The statistics were {aside}.")).collect();
    // First: a reader that stands before a damaged record stands nowhere.
    while let Some(damage) = find_damage(&folder).await? {
        confirmed.ask(&format!(
            "{damage}.\n\nTo go on means: what stands there is lost for good. Clicks in it that were settled stay as they are; \
             clicks, shows and requests that nobody has read are gone. The damaged file stays in the folder. What is lost is \
             written to the audit log, and `placard audit` names it."
        ))?;
        let gap = go_past(&folder, &store, &damage).await?;
        said.push(format!(
            "The event log goes on at position {}. What stood between {} and {} is lost: written to the audit log.",
            gap.to, damage.from, damage.to
        ));
    }
    let known = log_places::known(&store, &stats).await?;
    match folder.check(&known) {
        Ok(()) => {}
        Err(found @ (LogError::EndsBefore { .. } | LogError::AnotherLog { .. })) => {
            confirmed.ask(&format!(
                "{found}.\n\nTo go on means: shows and clicks behind the end that were not settled are lost for good; clicks \
                 that were settled stay as they are. New events get places far behind everything that is known, so that no \
                 click id is given out twice. What is lost is written to the audit log, and `placard audit` names it."
            ))?;
            let gap = go_on(&folder, &store, &stats, &known, found.to_string()).await?;
            said.push(format!(
                "The event log goes on at position {}. What stood between {} and {} is lost: written to the audit log.",
                gap.to, gap.from, gap.to
            ));
        }
        Err(other) => return Err(other.into()),
    }
    store.close().await?;
    if said.is_empty() {
        return Ok(
            "The event log has everything that was read of it, and all of it can be read: nothing to do.".to_owned()
        );
    }
    Ok(said.join("\n"))
}

async fn find_damage(folder: &Arc<LogFolder>) -> anyhow::Result<Option<Damage>> {
    let folder = Arc::clone(folder);
    Ok(tokio::task::spawn_blocking(move || folder.find_damage()).await??)
}

async fn go_past(folder: &LogFolder, store: &Store, damage: &Damage) -> anyhow::Result<Gap> {
    let Damage { from, to, before_ms: before, after_ms: after, .. } = *damage;
    // First, so that nothing goes on of which nothing is written down.
    let lost = Unreadable { found: damage.to_string(), from, to, before, after };
    store
        .write("continue_log", Priority::Api, async move |tx| {
            audit_log::record(tx, &Actor::default(), "continue_log", "event_log", 0, None::<&()>, Some(&lost)).await
        })
        .await?;
    Ok(folder.go_past(damage)?)
}

async fn go_on(
    folder: &LogFolder,
    store: &Store,
    stats: &Stats,
    known: &[Known],
    found: String,
) -> anyhow::Result<Gap> {
    let known_up_to = known.iter().map(Known::offset).max().unwrap_or_default();
    let (last_stored_at, furthest) = store
        .read("last_stored", async |conn| Ok((positions::last_stored(conn).await?, settlements::furthest(conn).await?)))
        .await?;
    // First, so that nothing goes on of which nothing is written down.
    let lost = Lost { found, known_up_to, last_stored_at };
    store
        .write("continue_log", Priority::Api, async move |tx| {
            audit_log::record(tx, &Actor::default(), "continue_log", "event_log", 0, None::<&()>, Some(&lost)).await
        })
        .await?;
    // No stamp may lie before those of what is lost, which billing remembers.
    let clicked_at = furthest.map(|(_, at)| at);
    let floor = [Some(SystemClock.now()), last_stored_at, clicked_at].into_iter().flatten().max().unwrap_or_default();
    let gap = folder.continue_past(known, floor)?.context("the event log was changed by somebody else")?;
    move_readers(folder, store, stats, &gap).await?;
    Ok(gap)
}

/// Readers whose place does not exist in this log go on behind the gap. A checkpoint alone is made again.
async fn move_readers(folder: &LogFolder, store: &Store, stats: &Stats, gap: &Gap) -> anyhow::Result<()> {
    let mut lost = Vec::new();
    for (owner, known) in log_places::of_owners(store, stats).await? {
        if is_lost(folder, &known)? {
            lost.push(owner);
        }
    }
    let after = gap.after().to_bytes();
    for feed in [settling::FEED, FACTS] {
        let (after, moves) = (after.clone(), lost.contains(&Owner::Position(feed)));
        if moves {
            store
                .write("move_reader", Priority::Api, async move |tx| positions::move_to(tx, feed, &after).await)
                .await?;
        } else if lost.contains(&Owner::Checkpoint(feed)) {
            let forget = async move |tx: &Tx| positions::forget_checkpoint(tx, feed).await;
            store.write("forget_checkpoint", Priority::Api, forget).await?;
        }
    }
    if lost.contains(&Owner::Position(FACTS)) {
        let settlements = stats.positions()?.settlements;
        stats.append(&[], &[], &Positions { log: after, settlements })?;
    }
    Ok(())
}

/// Whether the log does not have the place.
fn is_lost(folder: &LogFolder, known: &Known) -> Result<bool, LogError> {
    match folder.check(std::slice::from_ref(known)) {
        Ok(()) => Ok(false),
        Err(LogError::EndsBefore { .. } | LogError::AnotherLog { .. }) => Ok(true),
        Err(other) => Err(other),
    }
}
