//! How far the readers of the log are behind its end: told also, and above all, while one of them fails.

use crate::readers::{FACTS, Reached};
use crate::state::WorkerState;
use parking_lot::Mutex;
use placard_common::health::Severity;
use placard_ledger::LOOK_AHEAD_MS;
use placard_model::UnixMs;
use placard_store::billing::{settlements, settling};
use std::sync::Arc;

/// A reader that is so far behind is told of.
const LAG_MS_MAX: i64 = 60_000;
/// Billing that is so far behind and did not move for so long keeps the server from being ready: what it shows is not
/// paid for.
const STUCK_MS_MAX: i64 = 60_000;

/// Brings metrics and conditions up to date.
pub async fn look(app: &WorkerState) {
    let (billing, facts) = (app.readers.billing.lock().clone(), app.readers.facts.lock().clone());
    for (name, condition, reached) in [(settling::FEED, "billing_lag", billing), (FACTS, "facts_lag", facts)] {
        if let Some(reached) = reached {
            tell(app, name, condition, reached).await;
        }
    }
    if let Err(error) = super::set_aside::look(app).await {
        tracing::warn!("cannot count the records that are set aside: {error}");
    }
}

/// How far a reader is behind the end of the log, in milliseconds; none before it began.
pub(super) async fn of_ms(app: &WorkerState, reader: &Mutex<Option<Reached>>) -> anyhow::Result<Option<i64>> {
    let Some(reached) = reader.lock().clone() else { return Ok(None) };
    let now = app.clock.now();
    Ok(Some(oldest_unread(app, &reached).await?.map_or(0, |oldest| now.since_ms(oldest).max(0))))
}

async fn tell(app: &WorkerState, name: &'static str, condition: &'static str, reached: Reached) {
    let now = app.clock.now();
    let oldest = match oldest_unread(app, &reached).await {
        Ok(oldest) => oldest,
        Err(error) => {
            app.health.raise(condition, Severity::Warning, format!("the log cannot be read for {name}: {error:#}"));
            app.health.measure(|vitals| {
                let lag = if name == settling::FEED { &mut vitals.billing_lag_ms } else { &mut vitals.facts_lag_ms };
                *lag = None;
            });
            return;
        }
    };
    let lag_ms = oldest.map_or(0, |oldest| now.since_ms(oldest).max(0));
    let bytes = reached.position.bytes_to(&app.log.end());
    if name == settling::FEED {
        app.health.measure(|vitals| vitals.billing_lag_ms = Some(lag_ms));
        metrics::gauge!("placard_billing_lag_seconds").set(lag_ms as f64 / 1_000.0);
        metrics::gauge!("placard_billing_lag_bytes").set(bytes as f64);
    } else {
        app.health.measure(|vitals| vitals.facts_lag_ms = Some(lag_ms));
        metrics::gauge!("placard_facts_lag_seconds").set(lag_ms as f64 / 1_000.0);
        metrics::gauge!("placard_facts_lag_bytes").set(bytes as f64);
    }
    if lag_ms <= LAG_MS_MAX {
        app.health.clear(condition);
        return;
    }
    let stuck_ms = now.since_ms(reached.moved_at);
    let is_stuck = stuck_ms > STUCK_MS_MAX;
    let severity = if is_stuck && name == settling::FEED { Severity::Critical } else { Severity::Warning };
    let how = if is_stuck { format!("has not moved for {} s", stuck_ms / 1_000) } else { "catches up".to_owned() };
    let text = format!("{name} is {} s and {bytes} bytes behind the end of the event log, and {how}", lag_ms / 1_000);
    app.health.raise(condition, severity, text);
}

/// When the oldest was appended that the reader has not done.
async fn oldest_unread(app: &WorkerState, reached: &Reached) -> anyhow::Result<Option<UnixMs>> {
    let mut oldest = reached.waits_since;
    if let Some(seq) = reached.seq {
        let rows = app.store.read("next_settlement", async move |conn| settlements::after(conn, seq, 1).await).await?;
        oldest = rows.first().map(|row| row.settlement.clicked_at.plus_ms(LOOK_AHEAD_MS));
    }
    let (log, position) = (Arc::clone(app), reached.position.clone());
    let first = tokio::task::spawn_blocking(move || log.log.read(&position, 1, None)).await??;
    let unread = first.events.first().map(|record| record.append_ms);
    let unread = unread.or_else(|| first.unreadable.first().map(|record| record.append_ms));
    Ok(match (oldest, unread) {
        (Some(oldest), Some(unread)) => Some(oldest.min(unread)),
        (oldest, unread) => oldest.or(unread),
    })
}
