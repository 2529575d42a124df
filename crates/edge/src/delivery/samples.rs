//! Requests with their dimensions: all of them on a quiet network, some of them on a busy one, each with the number of
//! requests that it stands for. Reach, and why an ad is not shown, are asked of them.

use parking_lot::Mutex;
use placard_model::UnixMs;
use placard_model::event::{Event, RequestSample};
use rand::Rng;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// The share that is kept of the requests beyond those that the settings keep of each second: one in so many.
const ONE_IN: u32 = 100;
/// Samples that wait for the log. Together they fit one write of the log.
const WAITING_MAX: usize = 2_048;
/// So many of them stand for one request each: the others are for those that stand for many.
const SINGLE_MAX: usize = WAITING_MAX / 2;

/// Which requests are kept, and those that wait for the log.
pub struct Samples {
    /// The second in the upper half, its requests in the lower one.
    second: AtomicU64,
    waiting: Sender<RequestSample>,
    /// What samples that did not find a place stood for: the next one that does stands for it, too.
    owed: AtomicU32,
    taken: Mutex<Receiver<RequestSample>>,
}

impl Default for Samples {
    fn default() -> Self {
        let (waiting, taken) = channel(WAITING_MAX);
        Self { second: AtomicU64::new(0), waiting, owed: AtomicU32::new(0), taken: Mutex::new(taken) }
    }
}

impl Samples {
    /// How many requests this one stands for; none when it is not kept. The first `all` of a second are, as long as those
    /// that stand for many have their places.
    pub(super) fn weight(&self, all: u32, now: UnixMs, rng: &mut impl Rng) -> Option<u32> {
        if self.number_in_second(now) < all && self.waiting.capacity() > WAITING_MAX - SINGLE_MAX {
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
    pub(super) fn put(&self, mut sample: RequestSample) {
        sample.weight = sample.weight.saturating_add(self.owed.swap(0, Ordering::Relaxed));
        if let Err(TrySendError::Full(dropped) | TrySendError::Closed(dropped)) = self.waiting.try_send(sample) {
            let add = |owed: u32| Some(owed.saturating_add(dropped.weight));
            let _ = self.owed.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
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
    use placard_model::format::BlockFormat;
    use placard_model::inventory::BlockDims;
    use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
    use placard_model::targeting::content::PageContent;
    use placard_model::targeting::geo::Place;
    use placard_model::targeting::request::VisitorId;
    use placard_model::{BlockId, SiteId, TemplateId, TrafficSourceId, UserId};
    use rand::SeedableRng;
    use rand::rngs::SmallRng;

    const ALL: u32 = 10;

    fn a_sample() -> RequestSample {
        RequestSample {
            block: BlockDims {
                webmaster: UserId(1),
                site: SiteId(1),
                block: BlockId(1),
                format: BlockFormat::Native,
                template: TemplateId(1),
            },
            page: String::new(),
            place: Place::default(),
            asn: 0,
            device_type: DeviceType::Mobile,
            os: Os::Other,
            browser: Browser::Other,
            language: Language::default(),
            traffic_source: TrafficSourceId(0),
            visitor: VisitorId(1),
            places: 1,
            filled: 1,
            step: Some(0),
            weight: 1,
            content: PageContent::default(),
        }
    }

    fn weights(samples: &Samples, requests: u32, second: i64) -> Vec<u32> {
        let mut rng = SmallRng::seed_from_u64(second as u64);
        let now = UnixMs(second * 1_000 + 7);
        (0..requests).filter_map(|_| samples.weight(ALL, now, &mut rng)).collect()
    }

    #[test]
    fn weights_add_up_however_many_are_to_be_kept() {
        let check = |all: u32, requests: u32, takes: u32| {
            let samples = Samples::default();
            let (mut rng, now, mut sum) = (SmallRng::seed_from_u64(u64::from(all)), UnixMs(1_000_000), 0u64);
            let mut take = |samples: &Samples| {
                let events = samples.take().into_iter();
                sum += events
                    .map(|event| if let Event::Sample(one) = event { u64::from(one.weight) } else { 0 })
                    .sum::<u64>();
            };
            for number in 1..=requests {
                if let Some(weight) = samples.weight(all, now, &mut rng) {
                    samples.put(RequestSample { weight, ..a_sample() });
                }
                if number % (requests / takes) == 0 {
                    take(&samples);
                }
            }
            samples.put(RequestSample { weight: 1, ..a_sample() });
            take(&samples);
            let (least, most) = (u64::from(requests) * 9 / 10, u64::from(requests) * 11 / 10);
            assert!((least..=most).contains(&sum), "{all} kept of {requests}, taken {takes} times: {sum}");
        };
        check(10, 100_000, 1);
        check(1_000, 100_000, 10);
        check(100_000, 100_000, 1);
        check(1_000, 1_000_000, 1);
        check(1_000, 1_000_000, 10);
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
