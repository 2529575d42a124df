//! Derives all statistics again from the event log and the settlements.

use crate::app::AppState;
use crate::feeds::facts::Facts;
use anyhow::{Context, ensure};
use placard_events::Position;
use std::sync::Arc;

/// Clears the facts, unless the log no longer reaches back as far as they do. A running feed derives them again.
pub async fn clear(app: &AppState) -> anyhow::Result<()> {
    let (stats, log) = (Arc::clone(app), Arc::clone(app));
    let days = tokio::task::spawn_blocking(move || stats.stats.days()).await??;
    let first = tokio::task::spawn_blocking(move || log.log.read(&Position::default(), 1, None)).await??;
    if let Some((oldest, _)) = days {
        ensure!(
            app.log.gaps().is_empty(),
            "a part of the event log is lost (`placard audit` names it): statistics of that time would be lost too"
        );
        let log_day = first.events.first().map(|record| record.append_ms.day());
        let log_day = log_day.context("the event log is empty: statistics would be lost")?;
        ensure!(
            log_day <= oldest,
            "the event log begins on {log_day}, statistics on {oldest}: the days between would be lost"
        );
    }
    app.stats.clear_in_turn().await?;
    Ok(())
}

/// Clears the facts and derives them again. No feed may run.
pub async fn run(app: &AppState) -> anyhow::Result<()> {
    clear(app).await?;
    let mut facts = Facts::load(app.clone()).await?;
    facts.catch_up().await?;
    facts.checkpoint().await
}
