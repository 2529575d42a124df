//! Puts settings in force that somebody has changed, in this process or another, or on the command line.

use crate::state::WorkerState;
use futures_util::future::BoxFuture;
use placard_common::health::{Health, Severity};
use placard_model::settings::InForce;
use placard_store::network::settings;
use placard_store::{Store, Topic};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Between two looks at what another process has changed: a setting is in force within a second.
const INTERVAL: Duration = Duration::from_millis(500);
/// The condition that says that values of the database cannot be used.
const SETTINGS: &str = "settings";
/// The condition that says that nothing is billed.
const RATES: &str = "rates";

/// Looks until the token is cancelled.
pub fn run(app: WorkerState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        let mut changed = app.store.watch(Topic::Settings);
        while !stop.is_cancelled() {
            changed.mark_unchanged();
            refresh(&app.store, &app.settings, &app.health).await?;
            tokio::select! {
                () = stop.cancelled() => {}
                _ = changed.changed() => {}
                () = tokio::time::sleep(INTERVAL) => {}
            }
        }
        Ok(())
    })
}

/// Puts what the database says in force. What of it cannot be used is told, and what held before goes on to hold.
pub async fn refresh(store: &Store, in_force: &InForce, health: &Health) -> placard_store::Result<()> {
    let refused = settings::refresh(store, in_force).await?;
    if refused.is_empty() {
        health.clear(SETTINGS);
    } else {
        let text =
            format!("settings that this version cannot use, so that what held before holds: {}", refused.join("; "));
        health.raise(SETTINGS, Severity::Warning, text);
    }
    if in_force.are_rates_known() {
        health.clear(RATES);
    } else {
        let text = format!("nothing is billed until amounts and shares can be read: {}", refused.join("; "));
        health.raise(RATES, Severity::Critical, text);
    }
    Ok(())
}
