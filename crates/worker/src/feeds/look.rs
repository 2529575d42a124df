//! Looks at what does not tell of itself that it is away: the database, the log, and how far its readers are.

use super::lag;
use crate::state::WorkerState;
use futures_util::future::BoxFuture;
use placard_common::health::{EVENT_LOG, Severity};
use placard_common::loops;
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// The condition of a database that does not answer.
const DATABASE: &str = "database";
/// A database that does not answer for so long counts as away.
const DATABASE_PATIENCE: Duration = Duration::from_secs(3);
/// Between two looks that nobody asks for.
const INTERVAL: Duration = Duration::from_secs(5);
/// What was seen so short a time ago is not looked at again, however many ask.
const FRESH: Duration = Duration::from_secs(1);

/// Looks until the token is cancelled.
pub fn run(app: WorkerState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        while !stop.is_cancelled() {
            look(&app).await;
            loops::pause(&stop, INTERVAL).await;
        }
        Ok(())
    })
}

/// Brings the conditions up to date, unless they are.
pub async fn look(app: &WorkerState) {
    // Costs nothing, so that it is never older than the question.
    match app.log.refused() {
        None => app.health.clear(EVENT_LOG),
        Some(error) => app.health.raise(EVENT_LOG, Severity::Critical, error.to_string()),
    }
    let mut last = app.looks.0.lock().await;
    if last.is_some_and(|at| at.elapsed() < FRESH) {
        return;
    }
    let alive = app.store.read("get_readiness", async |conn| conn.row("SELECT 1 AS one", []).await.map(drop));
    match tokio::time::timeout(DATABASE_PATIENCE, alive).await {
        Ok(Ok(())) => app.health.clear(DATABASE),
        Ok(Err(error)) => app.health.raise(DATABASE, Severity::Critical, error.to_string()),
        Err(_) => {
            let text = format!("the database did not answer for {} s", DATABASE_PATIENCE.as_secs());
            app.health.raise(DATABASE, Severity::Critical, text);
        }
    }
    // Behind the same patience: who asks is not kept waiting by a database that is slow.
    let _ = tokio::time::timeout(DATABASE_PATIENCE, lag::look(app)).await;
    *last = Some(Instant::now());
}
