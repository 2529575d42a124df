//! What the worker keeps.

use crate::readers::Readers;
use placard_common::fetch::Fetcher;
use placard_edge::state::Edge;
use placard_stats::Stats;
use placard_store::Store;
use std::ops::Deref;
use std::sync::Arc;
use tokio::sync::{Mutex, SetOnce};
use tokio::time::Instant;

/// The worker, shared by its loops.
pub type WorkerState = Arc<Worker>;

/// What the worker keeps: the databases, and the edge whose log it reads and whose engine it teaches.
pub struct Worker {
    /// The edge.
    pub edge: Arc<Edge>,
    /// Everything but statistics.
    pub store: Store,
    /// Facts and questions about them.
    pub stats: Arc<Stats>,
    /// How far the readers of the log are.
    pub readers: Readers,
    /// Fetches what people name.
    pub fetcher: Arc<Fetcher>,
    /// When the server was looked at last.
    pub looks: Looks,
    /// The engine was told all balances and what was spent: before, no campaign has money.
    pub money_told: SetOnce<()>,
    /// Held by whoever removes or folds old rows, and by an audit, which would miss them half way.
    pub keeping: Mutex<()>,
}

impl Deref for Worker {
    type Target = Edge;

    fn deref(&self) -> &Edge {
        &self.edge
    }
}

/// When everything was looked at last. Whoever asks meanwhile waits for that look.
#[derive(Default)]
pub struct Looks(pub(crate) Mutex<Option<Instant>>);

impl Looks {
    /// The next who asks looks for themselves: for tests, whose changes take no time.
    pub async fn forget(&self) {
        *self.0.lock().await = None;
    }
}
