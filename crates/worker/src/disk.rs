//! Watches the space on the disk of the data folder, and stops what would use it up before it is gone: without space what
//! was taken could not be billed. No ads are offered and no events taken until there is space again.

use crate::state::WorkerState;
use futures_util::future::BoxFuture;
use placard_common::data_folder::free_mib;
use placard_common::health::{EVENT_LOG, Severity};
use placard_common::loops;
use placard_events::AppendError;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Between two looks.
const INTERVAL: Duration = Duration::from_secs(1);
/// Events are taken again only with so much more than the limit, in percent of it, so that it is not a matter of every
/// second.
const MARGIN_PERCENT: u64 = 10;

/// Watches until the token is cancelled.
pub fn run(app: WorkerState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        let min_mib = app.config.disk_free_min_mib;
        // It may have been held before this loop was started again.
        let mut is_held = matches!(app.log.refused(), Some(AppendError::NoSpace { .. }));
        while !stop.is_cancelled() {
            let folder = app.config.data_dir.clone();
            let free_mib = tokio::task::spawn_blocking(move || free_mib(&folder)).await??;
            metrics::gauge!("placard_disk_free_mib").set(free_mib as f64);
            if is_held && free_mib >= min_mib + min_mib * MARGIN_PERCENT / 100 {
                is_held = false;
                app.log.release();
            } else if is_held || free_mib < min_mib {
                is_held = true;
                app.log.hold(AppendError::NoSpace { free_mib, min_mib });
            }
            match app.log.refused() {
                None => app.health.clear(EVENT_LOG),
                Some(reason) => app.health.raise(EVENT_LOG, Severity::Critical, reason.to_string()),
            }
            let (events, bytes) = app.log.queue_depth();
            app.health.measure(|vitals| {
                (vitals.disk_free_mib, vitals.log_queue_events) = (Some(free_mib), events as u64);
            });
            metrics::gauge!("placard_log_queue_events").set(events as f64);
            metrics::gauge!("placard_log_queue_bytes").set(bytes as f64);
            metrics::gauge!("placard_log_accepts").set(if app.log.accepts() { 1.0 } else { 0.0 });
            let (stats, spill_max_mib) = (Arc::clone(&app.stats), app.config.spill_max_mib(free_mib));
            tokio::task::spawn_blocking(move || stats.set_spill_max(spill_max_mib)).await?;
            loops::pause(&stop, INTERVAL).await;
        }
        Ok(())
    })
}
