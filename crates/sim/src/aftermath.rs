//! What a network that was killed has left: the records of its log, and what billing and statistics made of them.

use crate::server::Promised;
use anyhow::ensure;
use placard_events::{Log, LogConfig, Position};
use placard_model::books::settlement::SettlementKind;
use placard_model::event::{Event, EventRef, Record};
use placard_model::time::SystemClock;
use placard_server::AppState;
use placard_store::billing::settlements::{self, Stored};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// Records that are read from the log at once.
const RECORDS_AT_ONCE: usize = 10_000;
/// The most settlements of a test.
const SETTLEMENTS_MAX: u32 = 1_000_000;

/// Everything in a log.
pub fn records(log: &Log) -> anyhow::Result<Vec<Record>> {
    let (mut records, mut position) = (Vec::new(), Position::default());
    loop {
        let batch = log.read(&position, RECORDS_AT_ONCE, None)?;
        records.extend(batch.events);
        position = batch.next;
        if batch.at_end {
            return Ok(records);
        }
    }
}

/// Everything that was promised is in the log of a server that has ended.
pub fn check_log(data: &Path, promised: &Promised) -> anyhow::Result<()> {
    let log = Log::open(&data.join("events"), LogConfig::default(), Arc::new(SystemClock))?;
    let (mut clicks, mut shows, mut views) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for record in records(&log)? {
        match record.event {
            Event::Click { .. } => _ = clicks.insert(record.at),
            Event::Show { ad, .. } => _ = shows.insert(ad.token),
            Event::ConfirmedShow { ad, .. } => _ = views.insert(ad.token),
            _ => {}
        }
    }
    let lost = (
        promised.clicks.difference(&clicks).count(),
        promised.shows.difference(&shows).count(),
        promised.views.difference(&views).count(),
    );
    ensure!(lost == (0, 0, 0), "lost {lost:?} clicks, shows and confirmed shows");
    Ok(())
}

/// All settlements, in their order.
pub async fn all_settlements(app: &AppState) -> anyhow::Result<Vec<Stored>> {
    Ok(app.store.read("all", async |conn| settlements::after(conn, 0, SETTLEMENTS_MAX).await).await?)
}

/// Whether every click of the log is settled, and statistics have taken all settlements.
pub async fn is_caught_up(app: &AppState) -> anyhow::Result<bool> {
    let newest = app.store.read("newest", async |conn| settlements::newest(conn).await).await?;
    let stored = all_settlements(app).await?;
    let settled = stored.iter().filter(|row| row.settlement.kind == SettlementKind::Click).count();
    let clicks = records(&app.log)?.iter().filter(|record| matches!(record.event, Event::Click { .. })).count();
    Ok(settled == clicks && app.stats.positions()?.settlements == newest.to_le_bytes())
}

/// Each click is settled once, and none that was acknowledged is missing. How many clicks are settled.
pub fn check_settled(stored: &[Stored], promised: &Promised) -> anyhow::Result<usize> {
    let mut settled = BTreeMap::<EventRef, usize>::new();
    for row in stored.iter().filter(|row| row.settlement.kind == SettlementKind::Click) {
        *settled.entry(row.settlement.click).or_default() += 1;
    }
    ensure!(settled.values().all(|times| *times == 1), "a click was settled twice");
    let lost = promised.clicks.iter().filter(|click| !settled.contains_key(click)).count();
    ensure!(lost == 0, "{lost} of {} acknowledged clicks are not settled", promised.clicks.len());
    Ok(settled.len())
}
