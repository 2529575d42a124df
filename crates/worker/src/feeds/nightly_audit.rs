//! The audit that the program makes by itself, once a night, so that a difference is known the next morning.

use crate::audit;
use crate::state::WorkerState;
use futures_util::future::BoxFuture;
use placard_common::health::Severity;
use placard_model::UnixMs;
use placard_model::time::HOUR_MS;
use placard_store::Priority;
use placard_store::billing::audit_runs::{self, AuditRun};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The hour of the day, UTC, from which on it is due: the day before is sealed by then.
const DUE_HOUR: i64 = 3;
/// Between two looks at the clock. Who has just started is left alone for as long.
const LOOK_INTERVAL: Duration = Duration::from_mins(10);
/// The name of the condition that holds while the last audit found differences.
const CONDITION: &str = "nightly_audit";

/// Whether the day's audit is due: after its hour, when none was made on this day.
fn is_due(now: UnixMs, last: Option<&AuditRun>) -> bool {
    now.since_ms(now.day().start()) >= DUE_HOUR * HOUR_MS && last.is_none_or(|last| last.day < now.day())
}

/// Audits each night until the token is cancelled.
pub fn run(app: WorkerState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        tell_last(&app).await?;
        loop {
            tokio::select! {
                () = stop.cancelled() => return Ok(()),
                () = tokio::time::sleep(LOOK_INTERVAL) => {}
            }
            audit_if_due(&app).await?;
        }
    })
}

/// Says what an audit found, until another one finds nothing.
fn tell(app: &WorkerState, run: &AuditRun) {
    if run.differences == 0 {
        app.health.clear(CONDITION);
        return;
    }
    let text = format!("the audit of {} found {} differences: the ledger's page names them", run.day, run.differences);
    app.health.raise(CONDITION, Severity::Warning, text);
}

/// Says what the last audit found: a restart mends nothing.
pub async fn tell_last(app: &WorkerState) -> anyhow::Result<()> {
    let last = app.store.read("last_audit_run", async |conn| audit_runs::newest(conn, 1).await).await?;
    if let Some(last) = last.first() {
        tell(app, last);
    }
    Ok(())
}

/// Makes the day's audit if it is due and tells whether it was.
pub async fn audit_if_due(app: &WorkerState) -> anyhow::Result<bool> {
    let last = app.store.read("last_audit_run", async |conn| audit_runs::newest(conn, 1).await).await?;
    let started_at = app.clock.now();
    if !is_due(started_at, last.first()) {
        return Ok(false);
    }
    let report = audit::run(app).await?;
    let run = AuditRun {
        day: started_at.day(),
        started_at,
        took_ms: app.clock.now().since_ms(started_at),
        differences: report.differences as i64,
        report: report.to_string(),
    };
    if !report.is_clean() {
        tracing::error!(differences = report.differences, "the nightly audit found differences");
    }
    tell(app, &run);
    app.store.write("put_audit_run", Priority::Feed, async move |tx| audit_runs::put(tx, &run).await).await?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use placard_model::Day;

    #[test]
    fn once_a_day_after_its_hour() {
        let day = Day(20_000);
        let at = |hour: i64| day.start().plus_ms(hour * HOUR_MS);
        let ran =
            |day: Day| AuditRun { day, started_at: day.start(), took_ms: 1, differences: 0, report: String::new() };
        for (now, last, due) in [
            (at(DUE_HOUR), None, true),
            (at(DUE_HOUR).plus_ms(-1), None, false),
            (at(23), Some(ran(day)), false),
            (at(23), Some(ran(day.plus(-1))), true),
            // A clock that was ahead and is right again waits for the day to come.
            (at(23), Some(ran(day.plus(1))), false),
        ] {
            assert_eq!(is_due(now, last.as_ref()), due, "{now} {last:?}");
        }
    }
}
