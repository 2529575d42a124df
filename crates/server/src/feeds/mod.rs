//! The only long-running loops. Each is one line of [`all`]; the server starts them and ends them together.

pub mod billing;
pub(crate) mod books;
pub mod facts;
pub mod inventory;
pub mod mail;
pub mod notices;
pub mod schedule;

use crate::app::AppState;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Before a feed that failed is started again; twice as long after each further failure.
const RESTART_PAUSE: Duration = Duration::from_secs(1);
/// The longest such pause: a full disk is noticed to have space again within this time.
const RESTART_PAUSE_MAX: Duration = Duration::from_secs(15);
/// A feed that ran so long before it failed begins with the shortest pause again.
const RAN_WELL: Duration = Duration::from_secs(60);

/// A loop that runs until the token is cancelled.
pub struct Feed {
    /// Its name in logs and metrics.
    pub name: &'static str,
    /// Runs it. Returns when the token is cancelled; an error starts it again after a pause.
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
    ]
}

/// Starts all feeds; each ends when the token is cancelled.
pub fn start(app: &AppState, stop: &CancellationToken) -> Vec<JoinHandle<()>> {
    all()
        .into_iter()
        .map(|feed| {
            let (app, stop) = (app.clone(), stop.clone());
            tokio::spawn(async move {
                let mut pause = RESTART_PAUSE;
                while !stop.is_cancelled() {
                    let began = Instant::now();
                    // A feed keeps nothing over a restart but what it stored, so that a broken assertion leaves nothing
                    // half done behind.
                    let run = AssertUnwindSafe((feed.run)(app.clone(), stop.clone())).catch_unwind();
                    match run.await {
                        Ok(Ok(())) => break,
                        Ok(Err(error)) => {
                            tracing::error!(feed = feed.name, "feed failed, starting it again: {error:#}");
                        }
                        Err(_) => tracing::error!(feed = feed.name, "feed panicked, starting it again"),
                    }
                    metrics::counter!("placard_feed_failures_total", "feed" => feed.name).increment(1);
                    if began.elapsed() >= RAN_WELL {
                        pause = RESTART_PAUSE;
                    }
                    tokio::select! {
                        () = tokio::time::sleep(pause) => {}
                        () = stop.cancelled() => {}
                    }
                    pause = (pause * 2).min(RESTART_PAUSE_MAX);
                }
            })
        })
        .collect()
}
