//! Frequency caps: which ads each visitor saw, and when. A bounded table that forgets the oldest visitors: who is
//! forgotten is shown the ad again.

use parking_lot::Mutex;
use placard_model::ids::AdId;
use placard_model::inventory::FrequencyCap;
use placard_model::targeting::request::VisitorId;
use placard_model::time::UnixMs;
use rustc_hash::FxHashMap;

/// The most shows that are remembered of one visitor, those of capped ads only; the oldest goes first.
pub const SHOWS_PER_VISITOR_MAX: usize = 256;
/// Parts of the table, each with its own lock.
const SHARDS: usize = 16;
const MINUTE_MS: i64 = 60_000;

/// A show: the ad, and the minute since 1970.
pub(crate) type Seen = (AdId, u32);

/// Two generations: visitors that are seen move to the young one; when that is full it becomes the old one, and those
/// who were not seen since are forgotten.
#[derive(Debug, Default)]
struct Shard {
    young: FxHashMap<VisitorId, Vec<Seen>>,
    old: FxHashMap<VisitorId, Vec<Seen>>,
}

impl Shard {
    fn put(&mut self, visitor: VisitorId, seen: Vec<Seen>, half: usize) {
        if self.young.len() >= half && !self.young.contains_key(&visitor) {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(visitor, seen);
    }
}

/// The table.
#[derive(Debug)]
pub(crate) struct Caps {
    shards: Vec<Mutex<Shard>>,
    /// Visitors in one generation of one shard.
    half: usize,
}

fn minute(now: UnixMs) -> u32 {
    now.0.div_euclid(MINUTE_MS).clamp(0, i64::from(u32::MAX)) as u32
}

impl Caps {
    /// A table of at most `max_visitors` visitors.
    pub(crate) fn new(max_visitors: usize) -> Self {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Self { shards, half: (max_visitors / SHARDS / 2).max(1) }
    }

    fn shard(&self, visitor: VisitorId) -> &Mutex<Shard> {
        &self.shards[(visitor.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60) as usize % SHARDS]
    }

    /// Remembers a show of a capped ad. The visitor 0 is nobody.
    pub(crate) fn record(&self, visitor: VisitorId, ad: AdId, now: UnixMs) {
        if visitor == VisitorId::default() {
            return;
        }
        let mut shard = self.shard(visitor).lock();
        let mut seen = shard.young.remove(&visitor).or_else(|| shard.old.remove(&visitor)).unwrap_or_default();
        if seen.len() >= SHOWS_PER_VISITOR_MAX
            && let Some(oldest) = (0..seen.len()).min_by_key(|at| seen[*at].1)
        {
            seen.remove(oldest);
        }
        let show = (ad, minute(now));
        // By ad, then by time: the shows of an ad are one run.
        let at = seen.partition_point(|other| *other <= show);
        seen.insert(at, show);
        shard.put(visitor, seen, self.half);
    }

    /// Copies what is remembered of a visitor to the end of `seen`.
    fn recall(&self, visitor: VisitorId, seen: &mut Vec<Seen>) {
        if visitor == VisitorId::default() {
            return;
        }
        let shard = self.shard(visitor).lock();
        if let Some(shows) = shard.young.get(&visitor).or_else(|| shard.old.get(&visitor)) {
            seen.extend_from_slice(shows);
        }
    }

    /// Calls `out` with each ad that the visitor, known by either of two ids, has seen as often as its cap allows.
    /// `cap` tells an ad's cap, nothing for ads that are not asked about; `seen` is room.
    pub(crate) fn reached(
        &self,
        visitors: [VisitorId; 2],
        now: UnixMs,
        seen: &mut Vec<Seen>,
        cap: impl Fn(AdId) -> Option<FrequencyCap>,
        mut out: impl FnMut(AdId),
    ) {
        seen.clear();
        self.recall(visitors[0], seen);
        let first = seen.len();
        if visitors[1] != visitors[0] {
            self.recall(visitors[1], seen);
        }
        if first > 0 && seen.len() > first {
            seen.sort_unstable();
        }
        let now = minute(now);
        for shows in seen.chunk_by(|a, b| a.0 == b.0) {
            let Some(cap) = cap(shows[0].0) else { continue };
            let since = now.saturating_sub(u32::from(cap.hours) * 60);
            let inside = shows.len() - shows.partition_point(|(_, minute)| *minute <= since);
            if inside >= usize::from(cap.shows) {
                out(shows[0].0);
            }
        }
    }

    /// Everything remembered, the old generation first.
    pub(crate) fn state(&self) -> Vec<(VisitorId, Vec<Seen>)> {
        let mut all = Vec::new();
        for shard in &self.shards {
            let shard = shard.lock();
            for generation in [&shard.old, &shard.young] {
                all.extend(generation.iter().map(|(visitor, seen)| (*visitor, seen.clone())));
            }
        }
        all
    }

    /// Puts back what [`Caps::state`] gave.
    pub(crate) fn set_state(&self, state: Vec<(VisitorId, Vec<Seen>)>) {
        for (visitor, mut seen) in state {
            seen.sort_unstable();
            seen.truncate(SHOWS_PER_VISITOR_MAX);
            self.shard(visitor).lock().put(visitor, seen, self.half);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reached(caps: &Caps, visitor: u64, now: UnixMs, shows: u8, hours: u16) -> Vec<AdId> {
        let mut out = Vec::new();
        let cap = |_| Some(FrequencyCap { shows, hours });
        caps.reached([visitor, 99].map(VisitorId), now, &mut Vec::new(), cap, |ad| out.push(ad));
        out
    }

    #[test]
    fn a_cap_is_a_rolling_window() {
        let caps = Caps::new(1_000);
        let start = UnixMs::parse("2026-11-21T10:59:00Z").unwrap();
        let at = |minutes: i64| start.plus_ms(minutes * MINUTE_MS);
        caps.record(VisitorId(1), AdId(7), at(0));
        caps.record(VisitorId(1), AdId(7), at(30));
        caps.record(VisitorId(1), AdId(8), at(30));
        assert_eq!(reached(&caps, 1, at(31), 2, 1), [AdId(7)]);
        assert_eq!(reached(&caps, 1, at(59), 2, 1), [AdId(7)]);
        assert_eq!(reached(&caps, 1, at(60), 2, 1), [], "the first show is an hour old");
        assert_eq!(reached(&caps, 1, at(60), 1, 1), [AdId(7), AdId(8)]);
        assert_eq!(reached(&caps, 2, at(31), 1, 1), [], "somebody else");
        caps.record(VisitorId(99), AdId(7), at(61));
        assert_eq!(reached(&caps, 1, at(61), 2, 1), [AdId(7)], "one show under each of two ids");
        caps.record(VisitorId(0), AdId(7), at(0));
        assert!(caps.state().iter().all(|(visitor, _)| visitor.0 != 0), "nobody is not remembered");
    }

    #[test]
    fn the_table_is_bounded_and_forgets_the_oldest() {
        let caps = Caps::new(320);
        for visitor in 1..=100_000 {
            caps.record(VisitorId(visitor), AdId(1), UnixMs(visitor as i64));
            // One comes back again and again.
            caps.record(VisitorId(3), AdId(1), UnixMs(visitor as i64));
        }
        let state = caps.state();
        assert!(state.len() <= 320 + SHARDS);
        assert_eq!(reached(&caps, 3, UnixMs(100_000), 255, 1), [AdId(1)]);
        assert_eq!(reached(&caps, 4, UnixMs(100_000), 1, 1), []);
        let again = Caps::new(320);
        again.set_state(state);
        assert_eq!(reached(&again, 3, UnixMs(100_000), 255, 1), [AdId(1)]);
    }
}
