//! What comes of a body: who sends it slowly is told from who sends nothing.

use super::limits::Limits;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::time::{Instant, timeout};

/// Bytes in a second from which on a body flows: who sends more slowly is taken for one who sends nothing.
const FLOWING_BYTES_S: f64 = 16.0 * 1024.0;

/// How fast a file comes is not known before it has come for so long.
const SENDING_LEAST: Duration = Duration::from_secs(1);

/// Is told of the bytes of a file as they come.
pub type Came<'a> = &'a (dyn Fn(usize) + Send + Sync);

/// The body of one answer.
pub(super) struct Flow<'a> {
    /// Who is told, where it is a file that is wanted whole or not at all.
    file: Option<Came<'a>>,
    bytes: AtomicUsize,
    /// When the first of them came: names, connections and the server's own time before it say nothing of how fast it sends.
    began: OnceLock<Instant>,
}

/// What was cut when its time was over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// An exchange of which little or nothing came.
    Silent,
    /// A body that was still flowing, too slowly for more time or after all of it.
    Flowing,
}

impl<'a> Flow<'a> {
    pub(super) fn new(file: Option<Came<'a>>) -> Self {
        Self { file, bytes: AtomicUsize::new(0), began: OnceLock::new() }
    }

    /// Whether it is a file that is wanted whole or not at all.
    pub(super) const fn is_file(&self) -> bool {
        self.file.is_some()
    }

    /// So many bytes came.
    pub(super) fn came(&self, bytes: usize) {
        self.began.get_or_init(Instant::now);
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        if let Some(came) = self.file {
            came(bytes);
        }
    }

    /// Waits for an exchange as long as is `left`; for a file again and again until its own time is over, as long as it comes so fast
    /// that the longest one is there by then: who is slower does not hold a place for longer than a page.
    pub(super) async fn within<T>(
        &self,
        mut exchange: impl Future<Output = T> + Unpin,
        left: Duration,
        limits: &Limits,
    ) -> Result<T, Cut> {
        let needed_bytes_s = limits.body_bytes as f64 / limits.file.as_secs_f64();
        let (mut step, mut given, mut before) = (left, limits.total, 0);
        loop {
            if let Ok(found) = timeout(step, &mut exchange).await {
                return Ok(found);
            }
            let bytes = self.bytes.load(Ordering::Relaxed);
            let since_first = self.began.get().map_or(step, Instant::elapsed);
            let flows_at = |bytes_s: f64, time: Duration| {
                bytes > before && (bytes - before) as f64 >= bytes_s * time.as_secs_f64()
            };
            let sending = step.min(since_first.max(SENDING_LEAST));
            if !flows_at(FLOWING_BYTES_S, if self.is_file() { sending } else { step }) {
                return Err(Cut::Silent);
            }
            if !self.is_file() || given >= limits.file || !flows_at(needed_bytes_s, sending) {
                return Err(Cut::Flowing);
            }
            before = bytes;
            step = limits.total.min(limits.file.saturating_sub(given));
            given += step;
        }
    }
}
