//! Carries out what staff decided to take back: a decision becomes events in the log, and is applied once billing has
//! judged them. One that is logged again after a crash takes nothing back twice.

use crate::state::WorkerState;
use futures_util::future::BoxFuture;
use placard_events::Position;
use placard_ledger::LOOK_AHEAD_MS;
use placard_model::event::{Event, EventRef};
use placard_store::set_aside::{self, SetAside};
use placard_store::voids::{self, Logged};
use placard_store::{Conn, Priority, Topic, Tx, settling};
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Events of one append: together they stay far below the most that the log takes at once.
const EVENTS_PER_APPEND: usize = 1_000;
/// Between two looks at billing while something waits for it.
const APPLY_PAUSE: Duration = Duration::from_millis(250);
/// The longest sleep: other processes decide without waking this one.
const SLEEP_MAX: Duration = Duration::from_secs(10);

/// Carries out decisions until the token is cancelled.
pub fn run(app: WorkerState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        let mut decided = app.store.watch(Topic::Voids);
        while !stop.is_cancelled() {
            decided.mark_unchanged();
            let is_waiting = step(&app).await?;
            tokio::select! {
                () = stop.cancelled() => {}
                _ = decided.changed() => {}
                () = tokio::time::sleep(if is_waiting { APPLY_PAUSE } else { SLEEP_MAX }) => {}
            }
        }
        Ok(())
    })
}

/// Logs all that is decided, and notes what billing has done; says whether something waits for it.
pub async fn step(app: &WorkerState) -> anyhow::Result<bool> {
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
    let (mut after, mut is_waiting) = (0, false);
    loop {
        let next = async move |conn: &Conn| voids::next_to_apply(conn, after).await;
        let Some(logged) = app.store.read("next_void", next).await? else { return Ok(is_waiting) };
        after = logged.id;
        if !is_judged(app, logged) {
            return Ok(true);
        }
        if is_set_aside(app, logged).await? {
            // What came of it is not known before somebody has decided, and keeps no other from being noted.
            is_waiting = true;
            continue;
        }
        let apply = async move |tx: &Tx| voids::set_applied(tx, logged.id).await;
        app.store.write("apply_void", Priority::Feed, apply).await?;
    }
}

/// Whether billing has set aside some of the void's events, and has not come to them again.
async fn is_set_aside(app: &WorkerState, logged: Logged) -> anyhow::Result<bool> {
    let read = async move |conn: &Conn| set_aside::of_kind(conn, settling::FEED, "void", logged.last).await;
    let rows = app.store.read("void_set_aside", read).await?;
    if rows.is_empty() {
        return Ok(false);
    }
    let reached = app.readers.billing.lock().as_ref().map(|reached| reached.position.clone());
    let is_met = |row: &SetAside| {
        let enters_at = row.enters_at.as_deref().and_then(Position::from_bytes);
        match (enters_at, &reached) {
            (Some(enters_at), Some(reached)) => enters_at != *reached && enters_at.slower(reached) == enters_at,
            _ => false,
        }
    };
    let records: Vec<EventRef> = rows.iter().filter(|row| !is_met(row)).map(|row| row.record).collect();
    let reader = Arc::clone(app);
    let clicks = tokio::task::spawn_blocking(move || {
        // One that the log no longer has comes no more.
        let found = records.into_iter().filter_map(|at| reader.log.get(at).ok());
        let clicks = found.filter_map(|record| match record.event {
            Event::Void { click, .. } => Some(click),
            _ => None,
        });
        clicks.collect::<Vec<EventRef>>()
    })
    .await?;
    if clicks.is_empty() {
        return Ok(false);
    }
    let read = async move |conn: &Conn| voids::among(conn, logged.id, &clicks).await;
    Ok(!app.store.read("void_set_aside", read).await?.is_empty())
}

/// Whether billing has come past an event, and nothing as old waits in it.
fn is_judged(app: &WorkerState, logged: Logged) -> bool {
    app.readers.billing.lock().as_ref().is_some_and(|reached| {
        let waits_for_older = reached.waits_since.is_some_and(|since| since <= logged.at.plus_ms(LOOK_AHEAD_MS));
        reached.position.has_passed(logged.last) && !waits_for_older
    })
}
