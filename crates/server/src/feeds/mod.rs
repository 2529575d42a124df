//! The only long-running loops. Each is one line of [`all`]; the server starts them and ends them together.

pub mod billing;
pub(crate) mod books;
pub(crate) mod checkpoints;
pub mod facts;
pub mod inventory;
pub mod lag;
pub mod mail;
pub mod notices;
pub mod schedule;
pub mod set_aside;

use crate::app::AppState;
use crate::health::Severity;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use std::panic::AssertUnwindSafe;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// Before a feed that failed is started again; each further time in a row it is twice as long.
const RESTART_PAUSE: Duration = Duration::from_secs(1);
/// The longest pause.
const RESTART_PAUSE_MAX: Duration = Duration::from_secs(30);
/// A feed that has run for so long is well again.
const STEADY: Duration = Duration::from_secs(30);
/// Feeds without which the server gives away what it is for: no ad is chosen, no click is billed.
const VITAL: [&str; 2] = ["inventory", "billing"];
/// A vital feed that has failed for so long keeps the server from being ready.
const VITAL_PATIENCE: Duration = Duration::from_mins(1);

/// A loop that runs until the token is cancelled.
pub struct Feed {
    /// Its name in logs and metrics, and of the condition that says that it fails.
    pub name: &'static str,
    /// Runs it. Returns when the token is cancelled; an error starts it again, after a second at first.
    pub run: fn(AppState, CancellationToken) -> BoxFuture<'static, anyhow::Result<()>>,
}

/// All feeds.
pub fn all() -> Vec<Feed> {
    vec![
        Feed { name: "inventory", run: inventory::run },
        Feed { name: "requests", run: crate::delivery::counters::run },
        Feed { name: "billing", run: billing::run },
        Feed { name: "facts", run: facts::run },
        Feed { name: "schedule", run: schedule::run },
        Feed { name: "notices", run: notices::run },
        Feed { name: "mail", run: mail::run },
        Feed { name: "control", run: crate::control::run },
        Feed { name: "disk", run: crate::disk::run },
        Feed { name: "clock", run: crate::clock::run },
        Feed { name: "lag", run: lag::run },
    ]
}

/// Starts all feeds; each ends when the token is cancelled.
pub fn start(app: &AppState, stop: &CancellationToken) -> Vec<JoinHandle<()>> {
    all()
        .into_iter()
        .map(|feed| {
            let (app, stop) = (app.clone(), stop.clone());
            tokio::spawn(supervise(feed, app, stop))
        })
        .collect()
}

/// Runs a feed, and starts it again for as long as it takes.
async fn supervise(feed: Feed, app: AppState, stop: CancellationToken) {
    let mut failures: u32 = 0;
    let mut failing_since = None;
    let mut is_too_old = false;
    while !stop.is_cancelled() {
        // A feed keeps nothing over a restart but what it stored, so that a broken assertion leaves nothing half done
        // behind.
        let run = AssertUnwindSafe((feed.run)(app.clone(), stop.clone())).catch_unwind();
        tokio::pin!(run);
        let ended = tokio::select! {
            ended = &mut run => ended,
            () = tokio::time::sleep(STEADY) => {
                // A vital feed says itself when it works again: loading alone may take so long.
                if failures > 0 && !VITAL.contains(&feed.name) && !is_too_old {
                    app.health.clear(feed.name);
                }
                if !app.health.holds(feed.name) {
                    (failures, failing_since) = (0, None);
                }
                run.await
            }
        };
        let reason = match ended {
            Ok(Ok(())) => break,
            Ok(Err(error)) => {
                is_too_old = error.chain().any(|cause| cause.is::<set_aside::WrittenByNewer>());
                format!("{error:#}")
            }
            Err(_) => "it panicked; the log says where".to_owned(),
        };
        failures = failures.saturating_add(1);
        let pause = (RESTART_PAUSE * 2_u32.pow((failures - 1).min(5))).min(RESTART_PAUSE_MAX);
        tracing::error!(
            feed = feed.name,
            failures,
            "feed failed, starting it again in {} s: {reason}",
            pause.as_secs()
        );
        let text = if is_too_old {
            reason
        } else {
            format!("the feed {} fails and is started again, {failures} times so far: {reason}", feed.name)
        };
        let since: Instant = *failing_since.get_or_insert_with(Instant::now);
        // Time does not make a program newer.
        let is_critical = is_too_old || VITAL.contains(&feed.name) && since.elapsed() >= VITAL_PATIENCE;
        app.health.raise(feed.name, if is_critical { Severity::Critical } else { Severity::Warning }, text);
        metrics::counter!("placard_feed_failures_total", "feed" => feed.name).increment(1);
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = stop.cancelled() => {}
        }
    }
}
