//! What the clock alone brings about: earnings become available when their day has come, old records go.
//!
//! Nothing is reset here: a campaign's spend is kept by day, and the engine asks for today's, so that a daily limit is
//! free again at midnight without anybody's help.

use crate::feeds::{payouts, retention};
use crate::state::WorkerState;
use anyhow::Context;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use placard_common::health::Severity;
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::{Day, Hour, UnixMs, UserId};
use placard_store::accounts::{account_tokens, devices, notices, sessions};
use placard_store::advertising::inventory_changes;
use placard_store::billing::seals;
use placard_store::money::movements;
use placard_store::network::{client_errors, client_traces, contact_messages};
use placard_store::paid_in::unknown_disputes;
use placard_store::{Error, Priority, Tx, rules};
use std::panic::AssertUnwindSafe;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The longest sleep, so that a clock that was set is noticed.
const SLEEP_MAX_MS: i64 = 30_000;
/// Links of mails are kept for so many days after they ended, so that who opens one reads that it has ended, not that it
/// never was.
const ENDED_LINKS_DAYS: i64 = 30;
/// Messages of the contact form are kept for so many days (12 months), as the privacy policy says.
pub const CONTACT_MESSAGES_DAYS: i64 = 365;
/// Errors of the application in browsers are kept for so many days after the latest report, durations for so many days.
pub const CLIENT_REPORTS_DAYS: i64 = 30;
/// Notices are kept for so many days.
pub const NOTICES_DAYS: i64 = 90;
/// What rules did is kept for so many days (13 months).
pub const RULE_ACTIONS_DAYS: i64 = 396;
/// A device is known for so many days (13 months) after the last login from it, the latest one always, as the
/// privacy policy says.
pub const DEVICES_DAYS: i64 = 396;

/// The pause after a job failed; each further one is twice as long, until the next hour comes first.
const FIRST_RETRY_PAUSE_MS: i64 = 60_000;

type Running = BoxFuture<'static, anyhow::Result<()>>;

/// What is due once an hour. A job that fails holds up no other; nothing of it happens twice if it is run again.
struct Job {
    /// In log lines, and the name of the condition that says that it fails.
    name: &'static str,
    run: fn(WorkerState, UnixMs) -> Running,
}

const JOBS: &[Job] = &[
    // Sealing a day lets earnings go.
    Job { name: "seal_days", run: |app, now| Box::pin(async move { retention::seal_days(&app, now).await }) },
    Job { name: "release_earnings", run: |app, now| Box::pin(async move { release_due(&app, now.day()).await }) },
    Job { name: "auto_payouts", run: |app, now| Box::pin(async move { payouts::make(&app, now).await }) },
    Job { name: "forget_changes", run: |app, _| Box::pin(async move { forget_changes(&app).await }) },
    Job { name: "forget_sessions", run: |app, now| Box::pin(async move { forget_sessions(&app, now).await }) },
    Job { name: "forget_links", run: |app, now| Box::pin(async move { forget_links(&app, now).await }) },
    Job { name: "forget_messages", run: |app, now| Box::pin(async move { forget_messages(&app, now).await }) },
    Job {
        name: "forget_client_reports",
        run: |app, now| Box::pin(async move { forget_client_reports(&app, now).await }),
    },
    Job { name: "forget_disputes", run: |app, _| Box::pin(async move { forget_disputes(&app).await }) },
    Job { name: "forget_devices", run: |app, now| Box::pin(async move { forget_devices(&app, now).await }) },
    Job {
        name: "forget_mails",
        run: |app, now| Box::pin(async move { crate::feeds::mail::forget_old(&app, now).await }),
    },
    Job { name: "forget_notices", run: |app, now| Box::pin(async move { forget_notices(&app, now).await }) },
    Job { name: "fold_postings", run: |app, _| Box::pin(async move { retention::fold_postings(&app).await }) },
    Job { name: "log_retention", run: |app, _| Box::pin(async move { retention::retire_log(&app).await }) },
    Job {
        name: "forget_settlements",
        run: |app, _| Box::pin(async move { retention::forget_settlements(&app).await }),
    },
    Job { name: "fold_statistics", run: |app, _| Box::pin(async move { retention::fold_statistics(&app).await }) },
];

/// When a job runs next.
#[derive(Clone, Copy, Default)]
struct Turn {
    /// The hour in which it was begun last.
    begun: Option<Hour>,
    /// After a failure: not before this moment, unless another hour comes first.
    retry_at: Option<UnixMs>,
    failures: u32,
}

impl Turn {
    fn is_due(&self, now: UnixMs) -> bool {
        self.begun != Some(now.hour()) || self.retry_at.is_some_and(|at| at <= now)
    }

    fn note(&mut self, now: UnixMs, failed: bool) {
        self.begun = Some(now.hour());
        self.failures = if failed { self.failures.saturating_add(1) } else { 0 };
        let pause = FIRST_RETRY_PAUSE_MS << self.failures.saturating_sub(1).min(6);
        self.retry_at = failed.then(|| now.plus_ms(pause));
    }
}

/// Runs the schedule until the token is cancelled.
pub fn run(app: WorkerState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        let mut turns = vec![Turn::default(); JOBS.len()];
        while !stop.is_cancelled() {
            let now = app.clock.now();
            for (job, turn) in JOBS.iter().zip(&mut turns) {
                if turn.is_due(now) && !stop.is_cancelled() {
                    turn.note(now, run_job(&app, job, now).await.is_err());
                }
            }
            let next_ms = HOUR_MS - now.0.rem_euclid(HOUR_MS);
            tokio::select! {
                () = stop.cancelled() => {}
                () = tokio::time::sleep(Duration::from_millis(next_ms.min(SLEEP_MAX_MS) as u64)) => {}
            }
        }
        Ok(())
    })
}

/// Everything that is due in the hour of `now`; nothing of it happens twice if it is called again. Runs all jobs, then
/// tells the first error.
pub async fn hourly(app: &WorkerState, now: UnixMs) -> anyhow::Result<()> {
    let mut result = Ok(());
    for job in JOBS {
        result = result.and(run_job(app, job, now).await);
    }
    result
}

/// Runs a job; its condition holds until it succeeds.
async fn run_job(app: &WorkerState, job: &Job, now: UnixMs) -> anyhow::Result<()> {
    let ran = AssertUnwindSafe((job.run)(app.clone(), now)).catch_unwind().await;
    let result = ran.unwrap_or_else(|_| Err(anyhow::anyhow!("it panicked; the log says where")));
    match &result {
        Ok(()) => app.health.clear(job.name),
        Err(error) => {
            metrics::counter!("placard_job_failures_total", "job" => job.name).increment(1);
            tracing::warn!(job = job.name, "an hourly job failed and will be tried again: {error:#}");
            let text = format!("the hourly job fails and is tried again: {error:#}");
            app.health.raise(job.name, Severity::Warning, text);
        }
    }
    result.with_context(|| format!("the hourly job {}", job.name))
}

/// Days behind the last sealed one up to which earnings are released: after midnight the day before is not sealed yet.
const RELEASED_AFTER_SEAL_DAYS: i32 = 2;

/// Makes earnings available whose day has come by the sealed days: of those a clock that is wrong for some hours brings about few,
/// and what is released once stays so.
async fn release_due(app: &WorkerState, today: Day) -> anyhow::Result<()> {
    let Some(last) = app.store.read("last_seal", async |conn| seals::last(conn).await).await? else { return Ok(()) };
    release(app, today.min(last.day.plus(RELEASED_AFTER_SEAL_DAYS))).await
}

/// Makes earnings available whose day has come, webmaster by webmaster: one whose transaction collides with others until the
/// store gives up waits for the next run, and holds up nobody.
pub async fn release(app: &WorkerState, today: Day) -> anyhow::Result<()> {
    let (mut released, mut after, mut result) = (0, UserId(0), Ok(()));
    loop {
        let due =
            app.store.read("due_releases", async move |conn| movements::due_releases(conn, today, after).await).await?;
        let Some(last) = due.last() else { break };
        after = *last;
        for webmaster in due {
            let moved = app
                .store
                .write("release_earnings", Priority::Feed, async move |tx| {
                    movements::release(tx, webmaster, today).await
                })
                .await;
            match moved {
                Ok(_) => released += 1,
                // Without the database nobody else's would succeed.
                Err(error @ Error::Unavailable(_)) => return Err(error.into()),
                Err(error) => result = Err(error).with_context(|| format!("the earnings of webmaster {webmaster}")),
            }
        }
    }
    if released > 0 {
        tracing::debug!(webmasters = released, "earnings became available");
    }
    result
}

async fn forget_changes(app: &WorkerState) -> anyhow::Result<()> {
    app.store.write("forget_changes", Priority::Feed, async |tx| inventory_changes::forget_old(tx).await).await?;
    Ok(())
}

async fn forget_disputes(app: &WorkerState) -> anyhow::Result<()> {
    app.store.write("forget_disputes", Priority::Feed, async |tx| unknown_disputes::forget_old(tx).await).await?;
    Ok(())
}

async fn forget_sessions(app: &WorkerState, now: UnixMs) -> anyhow::Result<()> {
    app.store.write("forget_sessions", Priority::Feed, async move |tx| sessions::forget_expired(tx, now).await).await?;
    Ok(())
}

async fn forget_links(app: &WorkerState, now: UnixMs) -> anyhow::Result<()> {
    let month_ago = now.plus_ms(-ENDED_LINKS_DAYS * DAY_MS);
    app.store
        .write("forget_links", Priority::Feed, async move |tx| account_tokens::forget_ended(tx, month_ago).await)
        .await?;
    Ok(())
}

async fn forget_messages(app: &WorkerState, now: UnixMs) -> anyhow::Result<()> {
    let year_ago = now.plus_ms(-CONTACT_MESSAGES_DAYS * DAY_MS);
    app.store
        .write("forget_messages", Priority::Feed, async move |tx| contact_messages::forget_before(tx, year_ago).await)
        .await?;
    Ok(())
}

async fn forget_client_reports(app: &WorkerState, now: UnixMs) -> anyhow::Result<()> {
    let month_ago = now.plus_ms(-CLIENT_REPORTS_DAYS * DAY_MS);
    app.store
        .write("forget_client_reports", Priority::Feed, async move |tx| {
            client_errors::forget_before(tx, month_ago).await?;
            client_traces::forget_before(tx, month_ago.day()).await
        })
        .await?;
    Ok(())
}

async fn forget_notices(app: &WorkerState, now: UnixMs) -> anyhow::Result<()> {
    let (notices_before, actions_before) =
        (now.plus_ms(-NOTICES_DAYS * DAY_MS), now.plus_ms(-RULE_ACTIONS_DAYS * DAY_MS));
    loop {
        let forget = async move |tx: &Tx| {
            let notices = notices::forget_before(tx, notices_before).await?;
            Ok(notices.max(rules::actions::forget_before(tx, actions_before).await?))
        };
        let forgotten = app.store.write("forget_notices", Priority::Feed, forget).await?;
        if forgotten < notices::FORGOTTEN_AT_ONCE.min(rules::actions::FORGOTTEN_AT_ONCE) {
            return Ok(());
        }
    }
}

async fn forget_devices(app: &WorkerState, now: UnixMs) -> anyhow::Result<()> {
    let unseen = now.plus_ms(-DEVICES_DAYS * DAY_MS);
    app.store.write("forget_devices", Priority::Feed, async move |tx| devices::forget_unseen(tx, unseen).await).await?;
    Ok(())
}
