//! Carries out what staff decided to take back: a decision becomes events in the log, and is applied once billing has
//! judged them. One that is logged again after a crash takes nothing back twice.

use crate::state::WorkerState;
use futures_util::future::BoxFuture;
use placard_events::{LogError, Position};
use placard_ledger::LOOK_AHEAD_MS;
use placard_model::event::{DecodeError, Event, EventRef, Record};
use placard_store::billing::set_aside::{self, SetAside, State};
use placard_store::billing::settling;
use placard_store::billing::voids::{self, Logged};
use placard_store::{Conn, Priority, Topic, Tx};
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Events of one append: together they stay far below the most that the log takes at once.
const EVENTS_PER_APPEND: usize = 1_000;
/// Between two looks at billing while something waits for it.
const APPLY_PAUSE: Duration = Duration::from_millis(250);
/// The longest sleep: other processes decide without waking this one.
const SLEEP_MAX: Duration = Duration::from_secs(10);

/// What the decisions that are logged wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WaitsFor {
    /// Nothing waits.
    Nothing,
    /// Somebody has to decide on records that billing has set aside.
    Somebody,
    /// Billing has to come to a record.
    Billing,
}

impl WaitsFor {
    /// The longest pause before the next look.
    const fn pause(self) -> Duration {
        match self {
            Self::Billing => APPLY_PAUSE,
            Self::Somebody | Self::Nothing => SLEEP_MAX,
        }
    }
}

/// Carries out decisions until the token is cancelled.
pub fn run(app: WorkerState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        let (mut decided, mut set_aside) = (app.store.watch(Topic::Voids), app.store.watch(Topic::SetAside));
        while !stop.is_cancelled() {
            decided.mark_unchanged();
            set_aside.mark_unchanged();
            let waits_for = step(&app).await?;
            tokio::select! {
                () = stop.cancelled() => {}
                _ = decided.changed() => {}
                _ = set_aside.changed() => {}
                () = tokio::time::sleep(waits_for.pause()) => {}
            }
        }
        Ok(())
    })
}

/// Logs all that is decided, and notes what billing has done; says what still waits.
pub async fn step(app: &WorkerState) -> anyhow::Result<WaitsFor> {
    while let Some((void, clicks)) =
        app.store.read("next_void", async |conn: &Conn| voids::next_to_log(conn).await).await?
    {
        let mut last = None;
        for part in clicks.chunks(EVENTS_PER_APPEND) {
            let event = |click| Event::Void { click, by: void.user, reason: void.reason.clone() };
            let appended = app.log.append_all(part.iter().copied().map(event).collect()).await?;
            last = appended.last().copied().or(last);
        }
        let id = void.id;
        let note = async move |tx: &Tx| match last {
            Some(last) => voids::set_logged(tx, id, last.at, last.append_ms).await,
            None => voids::set_applied(tx, id).await,
        };
        app.store.write("log_void", Priority::Feed, note).await?;
    }
    let (mut after, mut waits_for) = (0, WaitsFor::Nothing);
    loop {
        let next = async move |conn: &Conn| voids::next_to_apply(conn, after).await;
        let Some(logged) = app.store.read("next_void", next).await? else { return Ok(waits_for) };
        after = logged.id;
        if !is_judged(app, logged) {
            return Ok(WaitsFor::Billing);
        }
        let waits = set_aside_of(app, logged).await?;
        if waits != WaitsFor::Nothing {
            // What came of it is not known before somebody has decided, and keeps no other from being noted.
            waits_for = waits_for.max(waits);
            continue;
        }
        let apply = async move |tx: &Tx| voids::set_applied(tx, logged.id).await;
        app.store.write("apply_void", Priority::Feed, apply).await?;
    }
}

/// What some of the void's events wait for that billing has set aside, and has not come to again.
async fn set_aside_of(app: &WorkerState, logged: Logged) -> anyhow::Result<WaitsFor> {
    let read = async move |conn: &Conn| set_aside::of_kind(conn, settling::FEED, "void", logged.last).await;
    let rows = app.store.read("void_set_aside", read).await?;
    if rows.is_empty() {
        return Ok(WaitsFor::Nothing);
    }
    let reached = app.readers.billing.lock().as_ref().map(|reached| reached.position.clone());
    let is_met = |row: &SetAside| {
        let enters_at = row.enters_at.as_deref().and_then(Position::from_bytes);
        match (enters_at, &reached) {
            (Some(enters_at), Some(reached)) => enters_at != *reached && enters_at.slower(reached) == enters_at,
            _ => false,
        }
    };
    let records: Vec<(EventRef, State)> =
        rows.iter().filter(|row| !is_met(row)).map(|row| (row.record, row.state)).collect();
    let reader = Arc::clone(app);
    let clicks = tokio::task::spawn_blocking(move || {
        let mut clicks = Vec::new();
        for (at, state) in records {
            if let Some(Event::Void { click, .. }) = unless_gone(reader.log.get(at))?.map(|record| record.event) {
                clicks.push((click, state));
            }
        }
        Ok::<_, LogError>(clicks)
    })
    .await??;
    if clicks.is_empty() {
        return Ok(WaitsFor::Nothing);
    }
    let asked: Vec<EventRef> = clicks.iter().map(|(click, _)| *click).collect();
    let read = async move |conn: &Conn| voids::among(conn, logged.id, &asked).await;
    let own = app.store.read("void_set_aside", read).await?;
    let waits = clicks.iter().filter(|(click, _)| own.contains(click)).map(|(_, state)| match state {
        State::SetAside => WaitsFor::Somebody,
        State::RetryAsked | State::Taken | State::Dropped => WaitsFor::Billing,
    });
    Ok(waits.max().unwrap_or(WaitsFor::Nothing))
}

/// A record that the log no longer has, or that nobody can read any more, comes no more. All other failures pass.
fn unless_gone(read: Result<Record, LogError>) -> Result<Option<Record>, LogError> {
    match read {
        Ok(record) => Ok(Some(record)),
        Err(
            LogError::Retired { .. }
            | LogError::NotFound(_)
            | LogError::Unreadable { error: DecodeError::Malformed(_), .. },
        ) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether billing has come past an event, and nothing as old waits in it.
fn is_judged(app: &WorkerState, logged: Logged) -> bool {
    app.readers.billing.lock().as_ref().is_some_and(|reached| {
        let waits_for_older = reached.waits_since.is_some_and(|since| since <= logged.at.plus_ms(LOOK_AHEAD_MS));
        reached.position.has_passed(logged.last) && !waits_for_older
    })
}
