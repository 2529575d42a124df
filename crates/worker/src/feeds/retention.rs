//! Seals days that are over, and lets go of what is older than the settings of retention say.
//!
//! Ages are counted back from the last sealed day, not from the clock, and days on which nothing was written are sealed one
//! at a run: a machine that was switched off for months, or one whose clock is wrong for some hours, loses little at once.
//! Nothing goes that a reader of the log has not passed, that waits to be tried again, or whose day is not sealed; and
//! settlements stay as long as the log has what they were made from.

use crate::feeds::facts::read_seq;
use crate::readers::FACTS;
use crate::state::WorkerState;
use placard_events::Position;
use placard_model::time::HOUR_MS;
use placard_model::{Day, UnixMs};
use placard_store::billing::folding;
use placard_store::billing::seals::{self, MovedSum, PostedDigest, Seal, SettledDigest, Sums};
use placard_store::billing::set_aside::{self, SetAside, Source};
use placard_store::billing::{positions, settling};
use placard_store::{Conn, Priority, Tx};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A day is sealed so long after its end: transactions that began in it have ended, on every machine.
pub(crate) const SEAL_DELAY_MS: i64 = HOUR_MS;
/// Settlements or transactions read at once.
const ROWS_PER_READ: u32 = 2_000;
/// Transactions whose postings are added up at once: each may have some thousand.
const TRANSACTIONS_PER_READ: u32 = 200;
/// Days on which something was written that one run seals at most: a network of before is sealed in some hours.
const SEALS_PER_RUN_MAX: usize = 60;
/// Days whose settlements or postings one run lets go at most.
const DAYS_PER_RUN_MAX: usize = 60;

/// What a day was found to come to.
struct Found {
    seal: Seal,
    is_empty: bool,
}

/// Seals the days that are over and wholly billed.
pub(crate) async fn seal_days(app: &WorkerState, now: UnixMs) -> anyhow::Result<()> {
    for _ in 0..SEALS_PER_RUN_MAX {
        let last = app.store.read("last_seal", async |conn| seals::last(conn).await).await?;
        let Some(day) = next_day(app, last.as_ref()).await? else { return Ok(()) };
        let end = day.plus(1).start();
        if now < end.plus_ms(SEAL_DELAY_MS) || !is_billed(app, end).await? {
            return Ok(());
        }
        let Found { seal, is_empty } = found(app, day, last.as_ref(), now).await?;
        let before = last.map(|last| last.day);
        let putting = seal.clone();
        app.store
            .write("seal_day", Priority::Feed, async move |tx: &Tx| seals::put(tx, &putting, before).await)
            .await?;
        tracing::debug!(%day, settlement = seal.last_settlement, "sealed a day");
        if is_empty {
            return Ok(());
        }
    }
    Ok(())
}

/// The day behind the last seal; the first on which anything was written where there is none.
async fn next_day(app: &WorkerState, last: Option<&Seal>) -> anyhow::Result<Option<Day>> {
    if let Some(last) = last {
        return Ok(Some(last.day.plus(1)));
    }
    let written = app.store.read("first_written", async |conn| seals::first_written(conn).await).await?;
    let reader = Arc::clone(app);
    let logged = tokio::task::spawn_blocking(move || reader.log.kept_since()).await??;
    Ok(written.into_iter().chain(logged).min().map(UnixMs::day))
}

/// Whether billing has passed everything that was appended before a moment.
async fn is_billed(app: &WorkerState, end: UnixMs) -> anyhow::Result<bool> {
    let stored = app.store.read("billed_to", async |conn| positions::position(conn, settling::FEED).await).await?;
    let position = stored.and_then(|bytes| Position::from_bytes(&bytes)).unwrap_or_default();
    let reader = Arc::clone(app);
    let next = tokio::task::spawn_blocking(move || reader.log.read(&position, 1, None)).await??;
    let records = next.events.iter().map(|record| record.append_ms);
    let unreadable = next.unreadable.iter().map(|record| record.append_ms);
    Ok(records.chain(unreadable).all(|at| at >= end))
}

/// Adds up and hashes what was written from the last seal to the end of a day.
async fn found(app: &WorkerState, day: Day, last: Option<&Seal>, now: UnixMs) -> anyhow::Result<Found> {
    let end = day.plus(1).start();
    let settled_to = last.map_or(0, |last| last.last_settlement);
    let mut settled = SettledDigest::default();
    'settlements: loop {
        let after = settled.last().unwrap_or(settled_to);
        let read = async move |conn: &Conn| seals::settlements(conn, after, ROWS_PER_READ).await;
        let rows = app.store.read("seal_settlements", read).await?;
        for row in &rows {
            if row.settled_at >= end {
                break 'settlements;
            }
            settled.add(row);
        }
        if rows.len() < ROWS_PER_READ as usize {
            break;
        }
    }
    let moved_to = last.map_or(0, |last| last.last_transaction);
    let (mut transaction, mut counts) = (moved_to, BTreeMap::<i64, MovedSum>::new());
    // A transaction that began earlier may have got the larger number: what moved the money of a settlement is of its day.
    let needed = settled.last_transaction().unwrap_or_default();
    'transactions: loop {
        let after = transaction;
        let read = async move |conn: &Conn| seals::transactions(conn, after, ROWS_PER_READ).await;
        let rows = app.store.read("seal_transactions", read).await?;
        for row in &rows {
            if row.at >= end && row.id > needed {
                break 'transactions;
            }
            transaction = row.id;
            counts.entry(row.operation).or_default().transactions += 1;
        }
        if rows.len() < ROWS_PER_READ as usize {
            break;
        }
    }
    let posted = posted(app, moved_to, transaction).await?;
    for (operation, moved) in posted.moved() {
        counts.entry(operation).or_default().moved = moved;
    }
    let is_empty = settled.last().is_none() && transaction == moved_to;
    let last_settlement = settled.last().unwrap_or(settled_to);
    let last_record = settled.last_record().unwrap_or_default().max(last.map_or(0, |last| last.last_record));
    let (settlements, settlements_hash) = settled.finish();
    let mut seal = Seal {
        day,
        last_settlement,
        last_transaction: transaction,
        last_record,
        sums: Sums { settlements, operations: counts }.to_text(),
        settlements_hash,
        postings_hash: posted.hash(),
        hash: Vec::new(),
        sealed_at: now,
        folded_at: None,
        forgotten_at: None,
    };
    seal.hash = seal.chained(last.map_or(&[][..], |last| &last.hash));
    Ok(Found { seal, is_empty })
}

/// What the postings of transactions after one up to another come to.
pub(crate) async fn posted(app: &WorkerState, after: i64, to: i64) -> anyhow::Result<PostedDigest> {
    let mut digest = PostedDigest::default();
    let mut from = after;
    loop {
        let read = async move |conn: &Conn| {
            // Of most days nothing is left but what was folded: what is gone is not gone through number by number.
            let Some(next) = seals::next_posted(conn, from, to, TRANSACTIONS_PER_READ).await? else { return Ok(None) };
            Ok(Some((next, seals::posted(conn, from, next).await?)))
        };
        let Some((next, found)) = app.store.read("add_postings", read).await? else { return Ok(digest) };
        digest.add(&found);
        from = next;
    }
}

/// Folds the postings of days whose earnings were released, whatever the hold was when they were earned.
pub(crate) async fn fold_postings(app: &WorkerState) -> anyhow::Result<()> {
    let Ok(_turn) = app.keeping.try_lock() else { return Ok(()) };
    for _ in 0..DAYS_PER_RUN_MAX {
        let read = async move |conn: &Conn| {
            let Some(last) = seals::last(conn).await? else { return Ok(None) };
            // The one that was begun last, in case that it was not ended, and the one behind it.
            let begun = seals::last_folded(conn).await?;
            let from = begun.as_ref().map_or(Day(i32::MIN), |begun| begun.day.plus(-1));
            let mut found = Vec::new();
            for seal in seals::after(conn, from, 2).await? {
                let after = seals::before(conn, seal.day).await?.map_or(0, |before| before.last_transaction);
                let is_awaited = folding::is_awaited(conn, &seal).await?;
                found.push((seal, after, is_awaited));
            }
            Ok(Some((last.day.plus(-conn.settings().shares.hold() - 1), found)))
        };
        let Some((due, found)) = app.store.read("days_to_fold", read).await? else { return Ok(()) };
        let mut is_new = false;
        for (seal, after, is_awaited) in found {
            if seal.day > due || is_awaited {
                return Ok(());
            }
            is_new = seal.folded_at.is_none();
            loop {
                let folding = seal.clone();
                let write = async move |tx: &Tx| folding::fold(tx, &folding, after).await;
                if app.store.write("fold_postings", Priority::Feed, write).await? == 0 {
                    break;
                }
            }
        }
        if !is_new {
            return Ok(());
        }
    }
    Ok(())
}

/// Removes settlements, with what belongs to them, that are older than clicks are kept.
pub(crate) async fn forget_settlements(app: &WorkerState) -> anyhow::Result<()> {
    let Ok(_turn) = app.keeping.try_lock() else { return Ok(()) };
    let days = app.settings.get().retention.click_days();
    let reader = Arc::clone(app);
    let (logged, counted, lacking) = tokio::task::spawn_blocking(move || -> anyhow::Result<_> {
        let stats = &reader.stats;
        Ok((reader.log.kept_since()?, stats.positions()?.settlements, stats.clicks_lacking()?))
    })
    .await??;
    let logged_since = logged.map_or(Day(i32::MAX), UnixMs::day);
    let counted = read_seq(&counted)?;
    if lacking.is_some() {
        return Ok(());
    }
    let waiting = waiting(app).await?;
    let waiting = waiting.iter().filter(|row| row.source == Source::Settlements);
    let waiting = waiting.map(|row| row.record.0 as i64).min().unwrap_or(i64::MAX);
    for _ in 0..DAYS_PER_RUN_MAX {
        let read = async move |conn: &Conn| {
            let Some(last) = seals::last(conn).await? else { return Ok(None) };
            let begun = seals::last_forgotten(conn).await?;
            let from = begun.as_ref().map_or(Day(i32::MIN), |begun| begun.day.plus(-1));
            Ok(Some((last.day.plus(-days), seals::after(conn, from, 2).await?)))
        };
        let Some((due, found)) = app.store.read("days_to_forget", read).await? else { return Ok(()) };
        let mut is_new = false;
        for seal in found {
            is_new = seal.forgotten_at.is_none();
            let is_used = seal.day >= logged_since
                || seal.folded_at.is_none()
                || counted < seal.last_settlement
                || waiting <= seal.last_settlement;
            if is_new && (seal.day >= due || is_used) {
                return Ok(());
            }
            loop {
                let forgetting = seal.clone();
                let write = async move |tx: &Tx| folding::forget(tx, &forgetting).await;
                if app.store.write("forget_settlements", Priority::Feed, write).await? == 0 {
                    break;
                }
            }
        }
        if !is_new {
            return Ok(());
        }
    }
    Ok(())
}

/// All records that wait for somebody's decision or for their feed.
async fn waiting(app: &WorkerState) -> anyhow::Result<Vec<SetAside>> {
    let (mut all, mut after) = (Vec::new(), 0);
    loop {
        let read = async move |conn: &Conn| set_aside::open_after(conn, after).await;
        let page = app.store.read("waiting_records", read).await?;
        let Some(last) = page.last() else { return Ok(all) };
        after = last.id;
        all.extend(page);
    }
}

/// Removes segments of the log that are older than it is kept.
pub(crate) async fn retire_log(app: &WorkerState) -> anyhow::Result<()> {
    let Ok(_turn) = app.keeping.try_lock() else { return Ok(()) };
    let Some(last) = app.store.read("last_seal", async |conn| seals::last(conn).await).await? else { return Ok(()) };
    let days = i32::try_from(app.settings.get().retention.log_days).unwrap_or(i32::MAX);
    let waiting = waiting(app).await?;
    let waiting = waiting.iter().filter(|row| row.source == Source::Log).map(|row| row.appended_at).min();
    let aged = last.day.plus(1).plus(-days).start();
    let oldest_kept = waiting.map_or(aged, |waiting| waiting.min(aged));
    let slowest = slowest_reader(app).await?;
    let app = Arc::clone(app);
    let retired = tokio::task::spawn_blocking(move || app.log.apply_retention(oldest_kept, &slowest)).await??;
    if retired.segments > 0 {
        tracing::info!(segments = retired.segments, bytes = retired.bytes, "removed old segments of the log");
    }
    Ok(())
}

/// Folds old statistics into days, and removes old rows of the click log.
pub(crate) async fn fold_statistics(app: &WorkerState) -> anyhow::Result<()> {
    let Ok(_turn) = app.keeping.try_lock() else { return Ok(()) };
    let read = async |conn: &Conn| Ok((seals::last(conn).await?, seals::last_forgotten(conn).await?));
    let (Some(last), forgotten) = app.store.read("last_seal", read).await? else { return Ok(()) };
    let hours_since = last.day.plus(-app.settings.get().retention.hourly_days());
    // As long as its settlement is kept a click can be found, and voided.
    let clicks_since = last.day.plus(-app.settings.get().retention.click_days());
    let clicks_since = forgotten.map(|seal| seal.day.plus(1).min(clicks_since));
    let stats = Arc::clone(&app.stats);
    tokio::task::spawn_blocking(move || -> anyhow::Result<()> {
        while stats.fold_hours_before(hours_since)?.is_some() {}
        if let Some(since) = clicks_since {
            stats.forget_clicks_before(since)?;
        }
        Ok(())
    })
    .await?
}

/// The position that every reader of the log, restarted from its checkpoint, has passed.
async fn slowest_reader(app: &WorkerState) -> anyhow::Result<Position> {
    let checkpoints = app
        .store
        .read("read_checkpoints", async |conn| {
            Ok([positions::checkpoint(conn, settling::FEED).await?, positions::checkpoint(conn, FACTS).await?])
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
