//! `placard log`: what to do when a part of the event log is lost and no copy has it.

use crate::config::Config;
use crate::data_folder::{LOG_FOLDER, STATS_FILE};
use crate::feeds::facts;
use crate::log_places;
use anyhow::{Context, ensure};
use clap::{Args, Subcommand};
use placard_events::{Gap, Known, LogError, LogFolder};
use placard_model::Clock as _;
use placard_model::time::{SystemClock, UnixMs};
use placard_stats::{Positions, Stats, StatsConfig};
use placard_store::audit_log::{self, Actor};
use placard_store::{Priority, Store, billing, feeds, settlements};
use serde::Serialize;
use std::io::{BufRead, Write};
use std::sync::Arc;

/// What to do with the event log.
#[derive(Debug, Subcommand)]
pub enum LogCommand {
    /// Go on without a part of the log that is lost, when no copy of it is left. Says what that is, asks, and writes it
    /// down in the audit log.
    Continue(Confirmed),
}

/// Flags of commands that ask before they do something.
#[derive(Clone, Copy, Debug, Args)]
pub struct Confirmed {
    /// Do not ask.
    #[arg(long)]
    pub yes: bool,
}

impl Confirmed {
    /// Tells what will be done, and asks whether to do it.
    ///
    /// # Errors
    /// Unless the answer is yes.
    pub fn ask(self, text: &str) -> anyhow::Result<()> {
        writeln!(std::io::stderr(), "{text}")?;
        if self.yes {
            return Ok(());
        }
        write!(std::io::stderr(), "Type yes to go on: ")?;
        let mut line = String::new();
        std::io::stdin().lock().read_line(&mut line)?;
        ensure!(line.trim().eq_ignore_ascii_case("yes"), "nothing was changed");
        Ok(())
    }
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

/// Runs the command on the data folder; the text to print.
///
/// # Errors
/// When a server runs on the folder, and when the log is damaged in a way that only a copy mends.
pub async fn run(config: &Config, command: LogCommand) -> anyhow::Result<String> {
    let LogCommand::Continue(confirmed) = command;
    let folder = LogFolder::lock(&config.data_dir.join(LOG_FOLDER)).context("cannot open the event log")?;
    let store = Store::connect(&config.database_url(), Arc::new(SystemClock)).await?;
    store.migrate().await?;
    let stats = Stats::open(&StatsConfig {
        memory_limit_mib: config.stats_memory_mib,
        ..StatsConfig::file(config.data_dir.join(STATS_FILE))
    })
    .context("cannot open the statistics")?;
    let known = log_places::known(&store, &stats).await?;
    let found = match folder.check(&known) {
        Ok(()) => return Ok("The event log has everything that was read of it: nothing to do.".to_owned()),
        Err(found @ (LogError::EndsBefore { .. } | LogError::AnotherLog { .. })) => found.to_string(),
        Err(other) => return Err(other.into()),
    };
    confirmed.ask(&format!(
        "{found}.\n\nTo go on means: shows and clicks behind the end that were not settled are lost for good; clicks that \
         were settled stay as they are. New events get places far behind everything that is known, so that no click id \
         is given out twice. What is lost is written to the audit log, and `placard audit` names it."
    ))?;
    let gap = go_on(&folder, &store, &stats, &known, found).await?;
    store.close().await?;
    Ok(format!(
        "The event log goes on at position {}. What stood between {} and {} is lost: written to the audit log.",
        gap.to, gap.from, gap.to
    ))
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
        .read("last_stored", async |conn| Ok((feeds::last_stored(conn).await?, settlements::furthest(conn).await?)))
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

/// Readers whose place does not exist in this log go on behind the gap.
async fn move_readers(folder: &LogFolder, store: &Store, stats: &Stats, gap: &Gap) -> anyhow::Result<()> {
    let known = log_places::known(store, stats).await?;
    let is_lost = |who: &str| {
        known.iter().any(|known| known.who().contains(who) && folder.check(std::slice::from_ref(known)).is_err())
    };
    let after = gap.after().to_bytes();
    for (feed, who) in [(billing::FEED, "billing"), (facts::FEED, "statistics")] {
        if is_lost(who) {
            let after = after.clone();
            store.write("move_reader", Priority::Api, async move |tx| feeds::move_to(tx, feed, &after).await).await?;
        }
    }
    if is_lost("statistics") {
        let settlements = stats.positions()?.settlements;
        stats.append(&[], &[], &Positions { log: after, settlements })?;
    }
    Ok(())
}
