//! Loops that run as long as the server does: each is started again when it fails.

use crate::base::Base;
use crate::health::Severity;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use placard_model::event::EventRef;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
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

/// Records of the log that only a newer version of the program can read, after a way back to this one. Nothing is wrong
/// with them: they are not set aside, and the feed stands still before them.
#[derive(Debug, thiserror::Error)]
#[error(
    "the event log was written by a newer version of Placard (schema {version}, from position {} on): start that version \
     again; nothing is lost, and this version cannot go on", at.0
)]
pub struct WrittenByNewer {
    /// The first of them.
    pub at: EventRef,
    /// Its schema.
    pub version: u8,
}

/// A loop that runs until the token is cancelled.
pub struct Feed {
    /// Its name in logs and metrics, and of the condition that says that it fails.
    pub name: &'static str,
    /// Runs it. Returns when the token is cancelled; an error starts it again, after a second at first.
    pub run: Box<Run>,
}

/// Runs a loop until the token is cancelled.
pub type Run = dyn Fn(CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> + Send + Sync;

impl Feed {
    /// The loop of a role: what it runs gets the role's state.
    pub fn new<S: Send + Sync + 'static>(
        name: &'static str,
        state: &Arc<S>,
        run: fn(Arc<S>, CancellationToken) -> BoxFuture<'static, anyhow::Result<()>>,
    ) -> Self {
        let state = state.clone();
        Self { name, run: Box::new(move |stop| run(state.clone(), stop)) }
    }
}

/// Waits so long, or until the token is cancelled.
pub async fn pause(stop: &CancellationToken, pause: Duration) {
    let _cancelled = stop.run_until_cancelled(tokio::time::sleep(pause)).await;
}

/// Starts all feeds; each ends when the token is cancelled.
pub fn start(feeds: Vec<Feed>, base: &Arc<Base>, stop: &CancellationToken) -> Vec<JoinHandle<()>> {
    feeds.into_iter().map(|feed| tokio::spawn(supervise(feed, base.clone(), stop.clone()))).collect()
}

/// Runs a feed, and starts it again for as long as it takes.
async fn supervise(feed: Feed, base: Arc<Base>, stop: CancellationToken) {
    let mut failures: u32 = 0;
    let mut failing_since = None;
    let mut is_too_old = false;
    while !stop.is_cancelled() {
        // A feed keeps nothing over a restart but what it stored, so that a broken assertion leaves nothing half done
        // behind.
        let run = AssertUnwindSafe((feed.run)(stop.clone())).catch_unwind();
        tokio::pin!(run);
        let ended = tokio::select! {
            ended = &mut run => ended,
            () = tokio::time::sleep(STEADY) => {
                // A vital feed says itself when it works again: loading alone may take so long.
                if failures > 0 && !VITAL.contains(&feed.name) && !is_too_old {
                    base.health.clear(feed.name);
                }
                if !base.health.holds(feed.name) {
                    (failures, failing_since) = (0, None);
                }
                run.await
            }
        };
        let reason = match ended {
            Ok(Ok(())) => break,
            Ok(Err(error)) => {
                is_too_old = error.chain().any(<dyn std::error::Error + 'static>::is::<WrittenByNewer>);
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
        base.health.raise(feed.name, if is_critical { Severity::Critical } else { Severity::Warning }, text);
        metrics::counter!("placard_feed_failures_total", "feed" => feed.name).increment(1);
        self::pause(&stop, pause).await;
    }
}
