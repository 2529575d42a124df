//! Requests are counted too: how many places were asked for and filled, and where the others fell out. One record every
//! two seconds, and with it the samples that were taken meanwhile.

use crate::state::{Edge, EdgeState};
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use placard_common::loops;
use placard_engine::Step;
use placard_events::AppendError;
use placard_model::BlockId;
use placard_model::event::{Event, PASSBACK_STEP, RequestCount};
use placard_model::inventory::BlockDims;
use placard_model::time::Hour;
use rustc_hash::FxHashMap;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Between two records.
const FLUSH_INTERVAL: Duration = Duration::from_secs(2);
/// Counters in one event: with its owners one takes at most 80 bytes, an event 64 KiB.
const COUNTS_PER_EVENT_MAX: usize = 700;
/// Counters between two records; further blocks are not counted.
const COUNTERS_MAX: usize = 200_000;

type Key = (BlockId, u8, Hour);

#[derive(Clone, Copy, Default)]
struct Counts {
    owner: Option<BlockDims>,
    requests: u32,
    places: u32,
    filled: u32,
}

/// Requests since the last record, by block, step at which the last candidate fell out, and hour.
#[derive(Default)]
pub struct RequestCounters(Mutex<FxHashMap<Key, Counts>>);

impl RequestCounters {
    /// Counts a request for the places of a block. Blocks that nobody owns are counted together, as block 0.
    pub fn count(&self, block: BlockId, owner: Option<BlockDims>, step: Step, hour: Hour, places: u32, filled: u32) {
        let block = if owner.is_some() { block } else { BlockId(0) };
        self.add((block, step.id(), hour), owner, places, filled);
    }

    /// Counts that a webmaster's own content was shown where no ad was found.
    pub fn count_passback(&self, block: BlockDims, hour: Hour) {
        self.add((block.block, PASSBACK_STEP, hour), Some(block), 0, 0);
    }

    fn add(&self, key: Key, owner: Option<BlockDims>, places: u32, filled: u32) {
        let mut counters = self.0.lock();
        if counters.len() >= COUNTERS_MAX && !counters.contains_key(&key) {
            return;
        }
        let counts = counters.entry(key).or_default();
        counts.owner = owner;
        counts.requests = counts.requests.saturating_add(1);
        counts.places = counts.places.saturating_add(places);
        counts.filled = counts.filled.saturating_add(filled);
    }

    /// Takes what was counted, as events.
    pub fn take(&self) -> Vec<Event> {
        let counters = std::mem::take(&mut *self.0.lock());
        let mut counts: Vec<_> = counters
            .into_iter()
            .map(|((block, step, hour), counts)| RequestCount {
                block,
                owner: counts.owner,
                step,
                hour,
                requests: counts.requests,
                places: counts.places,
                filled: counts.filled,
            })
            .collect();
        counts.sort_unstable_by_key(|count| (count.hour, count.block, count.step));
        counts.chunks(COUNTS_PER_EVENT_MAX).map(|chunk| Event::Requests(chunk.to_vec())).collect()
    }
}

/// Appends what was counted, and the samples that were taken meanwhile.
pub async fn flush(app: &Edge) -> Result<(), AppendError> {
    for event in app.delivery.counters.take() {
        app.log.append(event).await?;
    }
    app.log.append_all(app.delivery.samples.take()).await.map(drop)
}

/// The feed that appends counters and samples. What a crash loses are those of two seconds, no acknowledged event.
pub fn run(app: EdgeState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        loop {
            loops::pause(&stop, FLUSH_INTERVAL).await;
            // While the log takes nothing the counts wait: there are only so many counters.
            if app.log.accepts() {
                flush(&app).await?;
            }
            if stop.is_cancelled() {
                return Ok(());
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use placard_model::format::BlockFormat;
    use placard_model::{SiteId, TemplateId, UserId};

    #[test]
    fn counts_add_up_and_unknown_blocks_are_one() {
        let counters = RequestCounters::default();
        let dims = |block| BlockDims {
            webmaster: UserId(1),
            site: SiteId(2),
            block: BlockId(block),
            format: BlockFormat::Native,
            template: TemplateId(1),
        };
        for _ in 0..3 {
            counters.count(BlockId(5), Some(dims(5)), Step::Found, Hour(9), 4, 3);
        }
        counters.count(BlockId(5), Some(dims(5)), Step::Geo, Hour(9), 4, 0);
        for unknown in 100..100 + COUNTERS_MAX as i64 {
            counters.count(BlockId(unknown), None, Step::Block, Hour(9), 1, 0);
        }
        let events = counters.take();
        let [Event::Requests(counts)] = events.as_slice() else { panic!("{events:?}") };
        let found: Vec<_> = counts.iter().map(|c| (c.block.0, c.step, c.requests, c.places, c.filled)).collect();
        let many = COUNTERS_MAX as u32;
        assert_eq!(found, [(0, 1, many, many, 0), (5, 0, 3, 12, 9), (5, 5, 1, 4, 0)]);
        assert!(counters.take().is_empty());
    }

    #[test]
    fn an_event_of_counts_fits_the_log() {
        let counters = RequestCounters::default();
        for block in 0..COUNTS_PER_EVENT_MAX as i64 {
            let dims = BlockDims {
                webmaster: UserId(i64::MAX),
                site: SiteId(i64::MAX),
                block: BlockId(i64::MAX - block),
                format: BlockFormat::Teaser,
                template: TemplateId(i64::MAX),
            };
            counters.count(dims.block, Some(dims), Step::Found, Hour(i32::MAX), u32::MAX, u32::MAX);
        }
        let events = counters.take();
        assert!(events.iter().all(|event| event.encode().len() <= placard_model::event::EVENT_BYTES_MAX));
    }
}
