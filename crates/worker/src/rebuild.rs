//! Derives all statistics again from the event log and the settlements: on demand, and where their file was damaged.
//!
//! What retention has removed of them cannot be derived: those days stay as they are.

use crate::feeds::facts::{Facts, WARM_UP_MS, note_lacking};
use crate::feeds::set_aside::Detours;
use crate::readers::FACTS;
use crate::state::WorkerState;
use anyhow::{Context, ensure};
use placard_common::health::{Health, Severity};
use placard_events::{Log, LogError, Position};
use placard_model::Day;
use placard_model::event::EventRef;
use placard_model::time::DAY_MS;
use placard_stats::PutAside;
use placard_store::billing::seals;
use std::sync::Arc;

/// Records read at once to see whether they can be.
const RECORDS_PER_STEP: usize = 10_000;
/// The name of the condition that statistics are not complete.
const CONDITION: &str = "statistics";

/// Raises or clears the condition that statistics are not complete.
pub(crate) fn tell_deriving(app: &WorkerState) {
    let is_deriving = app.stats.is_deriving();
    metrics::gauge!("placard_stats_deriving").set(f64::from(u8::from(is_deriving)));
    if !is_deriving {
        app.health.clear(CONDITION);
    } else if app.health.conditions().iter().all(|condition| condition.name != CONDITION) {
        let text =
            "statistics are being derived again from log and settlements; questions for them are refused meanwhile";
        app.health.raise(CONDITION, Severity::Warning, text);
    }
}

/// Clears the facts of all days that log and settlements still tell whole, unless the log cannot be read to its end; says
/// what is kept as it is. A running feed derives them again. Facts that cannot be read are put aside instead; then it says
/// what is lost with them.
pub async fn clear(app: &WorkerState) -> anyhow::Result<Option<String>> {
    match check_and_clear(app).await {
        Err(error) if app.stats.damage().is_some() => {
            tracing::warn!("the facts cannot be cleared, so they are put aside: {error:#}");
            mend(app).await
        }
        result => result,
    }
}

async fn check_and_clear(app: &WorkerState) -> anyhow::Result<Option<String>> {
    // Nothing may go while it is decided from which day on everything is there.
    let _turn = app.keeping.lock().await;
    let stats = Arc::clone(app);
    let oldest = tokio::task::spawn_blocking(move || stats.stats.first_day_of_shows()).await??;
    let mut from = None;
    if let Some(oldest) = oldest {
        ensure!(
            app.log.gaps().is_empty(),
            "a part of the event log is lost (`placard audit` names it): shows of that time would be lost too"
        );
        let reader = Arc::clone(app);
        let first = tokio::task::spawn_blocking(move || first_day(&reader.log)).await??;
        first.context("the event log is empty: statistics would be lost")?;
        from = kept_whole_from(app).await?.filter(|from| oldest < *from);
    }
    check_log(app).await.context("nothing was cleared: the event log cannot be read to its end")?;
    let now = app.clock.now();
    let mut turn = app.stats.turn().lock().await;
    if from.is_some() {
        note_lacking(app, now).await?;
    }
    let from = app.stats.clear_in_turn(&mut turn, from, now).await?;
    drop(turn);
    let text = from.map(|from| {
        format!("log and settlements tell days from {from} on: those are derived again, earlier days stay as they are")
    });
    if let Some(text) = &text {
        tracing::info!("{text}");
    }
    Ok(text)
}

/// The first day of which log and settlements tell everything; none where nothing was ever removed of them.
async fn kept_whole_from(app: &WorkerState) -> anyhow::Result<Option<Day>> {
    let forgotten = app.store.read("last_forgotten", async |conn| seals::last_forgotten(conn).await).await?;
    let settled = forgotten.map(|seal| seal.day.plus(1));
    let reader = Arc::clone(app);
    let logged = tokio::task::spawn_blocking(move || {
        if !matches!(reader.log.get(EventRef(0)), Err(LogError::Retired { .. })) {
            return Ok(None);
        }
        let first = reader.log.kept_since()?;
        // Which tokens were shown is known some hours later.
        Ok::<_, LogError>(first.map(|first| first.plus_ms(WARM_UP_MS + DAY_MS - 1).day()))
    })
    .await??;
    Ok(settled.max(logged))
}

/// Reads the whole log: what cannot be read cannot be counted again.
async fn check_log(app: &WorkerState) -> anyhow::Result<()> {
    let detours = Detours::load(app, FACTS).await?;
    let reader = Arc::clone(app);
    tokio::task::spawn_blocking(move || {
        let mut position = Position::default();
        loop {
            let batch = reader.log.read(&position, RECORDS_PER_STEP, None)?;
            detours.unreadable(&batch)?;
            if batch.at_end {
                return Ok(());
            }
            position = batch.next;
        }
    })
    .await?
}

/// Clears the facts and derives them again; says what is not derived. No feed may run.
pub async fn run(app: &WorkerState) -> anyhow::Result<Option<String>> {
    let text = clear(app).await?;
    let mut facts = Facts::load(app.clone()).await?;
    facts.catch_up().await?;
    facts.checkpoint().await?;
    Ok(text)
}

/// Opens facts again whose file was found to be damaged, and puts the file aside where its content is wrong. Then the
/// feed derives everything again; one that is at work notices and begins anew.
pub async fn mend(app: &WorkerState) -> anyhow::Result<Option<String>> {
    let mut cleared = app.stats.turn().lock().await;
    if app.stats.damage().is_none() {
        return Ok(None);
    }
    let (stats, now) = (Arc::clone(&app.stats), app.clock.now());
    let aside =
        tokio::task::spawn_blocking(move || stats.mend(now)).await?.context("cannot open the statistics again")?;
    *cleared += 1;
    if aside.is_none() {
        tracing::warn!("the statistics were opened again after an error");
    }
    Ok(aside.map(|aside| tell_put_aside(&aside, &app.log, &app.health)))
}

/// Says that a damaged file was put aside, and what is lost with it, in log and health; gives the text.
pub fn tell_put_aside(aside: &PutAside, log: &Log, health: &Health) -> String {
    metrics::counter!("placard_stats_put_aside_total").increment(1);
    if !aside.all {
        let text = format!("the statistics' write-ahead log was {aside}; what it held is derived again");
        tracing::error!("{text}");
        return text;
    }
    let from = match first_day(log) {
        Ok(Some(day)) => {
            format!("shows and requests before {day} are in that file alone, since the event log begins there")
        }
        Ok(None) => "the event log is empty, so shows and requests are in that file alone".to_owned(),
        Err(error) => format!("where the event log begins is not known ({error})"),
    };
    let text = format!("the statistics were {aside}; they are derived again from log and settlements; {from}");
    tracing::error!("{text}");
    health.raise(CONDITION, Severity::Warning, text.clone());
    text
}

/// The day of the log's first record.
fn first_day(log: &Log) -> Result<Option<Day>, placard_events::LogError> {
    Ok(log.kept_since()?.map(placard_model::UnixMs::day))
}
