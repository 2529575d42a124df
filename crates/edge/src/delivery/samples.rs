//! Requests with their dimensions: all of them on a quiet network, some of them on a busy one, each with the number of
//! requests that it stands for. Reach, and why an ad is not shown, are asked of them.

use parking_lot::Mutex;
use placard_model::UnixMs;
use placard_model::event::{Event, RequestSample};
use rand::Rng;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// The share that is kept of the requests beyond those that the settings keep of each second: one in so many.
const ONE_IN: u32 = 100;
/// Samples that wait for the log; more are dropped. Together they fit one write of the log.
const WAITING_MAX: usize = 2_048;

/// Which requests are kept, and those that wait for the log.
pub struct Samples {
    /// The second in the upper half, its requests in the lower one.
    second: AtomicU64,
    waiting: Sender<RequestSample>,
    taken: Mutex<Receiver<RequestSample>>,
}

impl Default for Samples {
    fn default() -> Self {
        let (waiting, taken) = channel(WAITING_MAX);
        Self { second: AtomicU64::new(0), waiting, taken: Mutex::new(taken) }
    }
}

impl Samples {
    /// How many requests this one stands for; none when it is not kept. The first `all` of a second are.
    pub(super) fn weight(&self, all: u32, now: UnixMs, rng: &mut impl Rng) -> Option<u32> {
        if self.number_in_second(now) < all {
            return Some(1);
        }
        rng.next_u64().is_multiple_of(u64::from(ONE_IN)).then_some(ONE_IN)
    }

    /// How many came before it in its second.
    fn number_in_second(&self, now: UnixMs) -> u32 {
        // 32 bits of seconds last until 2106.
        let second = (now.0 / 1_000) as u32;
        let known = self.second.load(Ordering::Relaxed);
        let first = (u64::from(second) << 32) | 1;
        let begins = second > (known >> 32) as u32;
        if begins && self.second.compare_exchange(known, first, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            return 0;
        }
        // The clock goes forward only, and no second has 2^32 requests.
        self.second.fetch_add(1, Ordering::Relaxed) as u32
    }

    /// Keeps a sample until the log takes it. It may be lost: nobody is told that it was taken.
    pub(super) fn put(&self, sample: RequestSample) {
        if self.waiting.try_send(sample).is_err() {
            metrics::counter!("placard_samples_dropped_total").increment(1);
        }
    }

    /// Takes what waits, as events.
    pub fn take(&self) -> Vec<Event> {
        let mut taken = self.taken.lock();
        std::iter::from_fn(|| taken.try_recv().ok()).take(WAITING_MAX).map(Event::Sample).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::SmallRng;

    const ALL: u32 = 10;

    fn weights(samples: &Samples, requests: u32, second: i64) -> Vec<u32> {
        let mut rng = SmallRng::seed_from_u64(second as u64);
        let now = UnixMs(second * 1_000 + 7);
        (0..requests).filter_map(|_| samples.weight(ALL, now, &mut rng)).collect()
    }

    #[test]
    fn a_quiet_second_keeps_all_and_a_busy_one_as_many_and_a_share() {
        let samples = Samples::default();
        assert_eq!(weights(&samples, ALL, 1_000), [1; ALL as usize]);
        let busy = weights(&samples, 100_000, 1_001);
        let (all, share) = busy.split_at(ALL as usize);
        assert!(all.iter().all(|weight| *weight == 1) && share.iter().all(|weight| *weight == ONE_IN));
        let sum: u32 = busy.iter().sum();
        assert!((90_000..110_000).contains(&sum), "{sum} requests by their samples");
        // A thread that read the clock just before the second began takes nothing from it and starts none anew.
        assert_eq!(weights(&samples, 3, 1_000).iter().filter(|weight| **weight == 1).count(), 0);
        assert_eq!(weights(&samples, 2, 1_002), [1, 1]);
    }
}
