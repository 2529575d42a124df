//! Pictures of before there were narrower widths get them, one after the other. Until then the whole one is handed out.

use super::{Media, MediaError, PictureError, keep};
use crate::state::ApiState;
use futures_util::future::BoxFuture;
use placard_common::data_folder::media_path;
use placard_common::loops;
use placard_edge::delivery::media::NARROWER;
use placard_store::advertising::pictures;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Between two runs: uploads have all widths from the beginning, and so only what was brought back from a backup is found.
const INTERVAL: Duration = Duration::from_hours(24);
/// Between two pictures: people who wait for their upload come first.
const REST: Duration = Duration::from_millis(50);

/// Makes the widths that are missing at the start and each day, until the token is cancelled.
pub fn run(app: ApiState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        while !stop.is_cancelled() {
            make_missing(&app, &stop).await?;
            loops::pause(&stop, INTERVAL).await;
        }
        Ok(())
    })
}

/// Makes the widths that pictures of the database lack. A picture that cannot be read stays as it is. Ends early when it is
/// told to stop: the next run goes on.
pub async fn make_missing(app: &ApiState, stop: &CancellationToken) -> anyhow::Result<()> {
    let (mut after, mut made) = (String::new(), 0_u64);
    while !stop.is_cancelled() {
        let from = after.clone();
        let page = app.store.read("list_pictures", async move |conn| pictures::list_uses(conn, &from).await).await?;
        let Some(last) = page.last() else { break };
        after.clone_from(&last.hash);
        for found in page.iter().filter(|found| found.is_used) {
            if stop.is_cancelled() {
                break;
            }
            match app.media.widen(&found.hash).await {
                Ok(false) => {}
                Ok(true) => {
                    made += 1;
                    loops::pause(stop, REST).await;
                }
                Err(error) => tracing::warn!(picture = found.hash, %error, "cannot make narrower widths of a picture"),
            }
        }
    }
    if made > 0 {
        tracing::info!(pictures = made, "made narrower widths of pictures");
    }
    Ok(())
}

impl Media {
    /// Makes the widths that a picture lacks, beside those who upload. Whether it lacked any.
    async fn widen(&self, hash: &str) -> Result<bool, MediaError> {
        let files = NARROWER.map(|extension| media_path(&self.data_dir, hash, extension));
        let whole = media_path(&self.data_dir, hash, "webp");
        let removing = self.removing.clone();
        let worker = self.workers.clone().acquire_owned().await.map_err(|_| MediaError::Busy)?;
        let made = tokio::task::spawn_blocking(move || -> Result<bool, MediaError> {
            let _worker = worker;
            if files.iter().all(|file| file.exists()) {
                return Ok(false);
            }
            let webp = std::fs::read(&whole)?;
            let made = placard_pictures::narrower(&placard_pictures::decode(&webp)?, &webp)?;
            let _kept = removing.read();
            // What was removed meanwhile is not made again.
            if whole.exists() {
                for (file, bytes) in files.iter().zip(&made) {
                    keep(file, bytes)?;
                }
            }
            Ok(true)
        });
        made.await.unwrap_or(Err(MediaError::Refused(PictureError::Damaged)))
    }
}
