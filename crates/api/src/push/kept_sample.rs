//! The sample of subscriptions that reach is counted in.

use crate::state::Api;
use placard_common::error::Problem;
use placard_model::UnixMs;
use placard_store::Conn;
use placard_store::push::push_reach::PushSample;
use std::sync::Arc;

/// How long subscriptions are compared with before they are read anew, in ms.
const SAMPLE_MS: i64 = 30_000;

/// The subscriptions that audiences are compared with, kept a while for all who ask.
#[derive(Default)]
pub struct Reaches(tokio::sync::Mutex<Option<(UnixMs, Arc<PushSample>)>>);

impl Reaches {
    /// The kept ones, or fresh ones; who comes while they are read waits for them.
    pub(super) async fn sample(&self, app: &Api) -> Result<Arc<PushSample>, Problem> {
        let mut kept = self.0.lock().await;
        let now = app.clock.now();
        if let Some((_, sample)) = kept.as_ref().filter(|(at, _)| (0..SAMPLE_MS).contains(&now.since_ms(*at))) {
            return Ok(Arc::clone(sample));
        }
        let read = app.store.read("push_sample", async |conn: &Conn| PushSample::read(conn).await).await?;
        Ok(Arc::clone(&kept.insert((now, Arc::new(read))).1))
    }
}
