//! Reads the texts of public pages again when they changed.

use crate::state::ApiState;
use futures_util::future::BoxFuture;
use placard_common::loops;
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// Between two looks.
const LOOK_INTERVAL: Duration = Duration::from_mins(1);
/// How often it is looked whether a setting has changed, which costs nothing.
const SETTINGS_INTERVAL: Duration = Duration::from_millis(250);

/// Looks until the token is cancelled: another process, or a change that could not be read again, may have left the pages
/// behind.
pub fn run(app: ApiState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        while !stop.is_cancelled() {
            app.texts.refresh_if_changed(&app.store).await?;
            let (edition, looked) = (app.settings.edition(), Instant::now());
            while !stop.is_cancelled() && app.settings.edition() == edition && looked.elapsed() < LOOK_INTERVAL {
                loops::pause(&stop, SETTINGS_INTERVAL).await;
            }
        }
        Ok(())
    })
}
