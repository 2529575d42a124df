//! Unusual rates: events per address prefix and site in the current minute. A flag for the log, no verdict: billing has
//! rates of its own that decide.

use placard_model::request::PrefixHash;
use placard_model::{SiteId, UnixMs};
use std::sync::atomic::{AtomicU64, Ordering};

/// Counters; prefixes that fall on one share it, which only ever sets a flag too early.
const SLOTS: usize = 1 << 16;
/// Clicks per minute from which an address prefix is flagged on a site.
pub(super) const MAX_CLICKS_PER_MINUTE: u32 = 10;
/// Shows and confirmed shows per minute from which an address prefix is flagged on a site: a /24 of a mobile network
/// has many people in it.
pub(super) const MAX_SHOWS_PER_MINUTE: u32 = 600;

/// Counts of the current minute, each in one word: minute and count.
pub(super) struct Rates {
    seed: u64,
    slots: Box<[AtomicU64]>,
}

impl Rates {
    /// Empty counters; the seed keeps people from choosing whom they share a counter with.
    pub(super) fn new(seed: u64) -> Self {
        Self { seed, slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Counts an event; whether there were more than `limit` in this minute.
    pub(super) fn count(&self, prefix: PrefixHash, site: SiteId, is_click: bool, now: UnixMs, limit: u32) -> bool {
        let minute = (now.0 / 60_000) as u64 & 0xffff_ffff;
        let key = self.seed ^ prefix.0 ^ (site.0.unsigned_abs() << 1 | u64::from(is_click)).rotate_left(32);
        // The finalizer of SplitMix64 spreads the key over all bits.
        let key = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let key = (key ^ (key >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let Some(slot) = self.slots.get((key >> 48) as usize % SLOTS) else { return false };
        let next = |word: u64| {
            let count = if word >> 32 == minute { (word & 0xffff_ffff) + 1 } else { 1 };
            Some(minute << 32 | count.min(0xffff_ffff))
        };
        let before = slot.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).unwrap_or(0);
        before >> 32 == minute && (before & 0xffff_ffff) >= u64::from(limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_is_up_for_the_rest_of_the_minute() {
        let rates = Rates::new(7);
        let now = UnixMs(1_795_262_400_000);
        let count = |prefix: u64, site: i64, now| rates.count(PrefixHash(prefix), SiteId(site), true, now, 3);
        assert!((0..3).all(|_| !count(1, 1, now)));
        assert!(count(1, 1, now) && count(1, 1, now.plus_ms(59_999)));
        assert!(!count(1, 2, now) && !count(2, 1, now), "other sites and addresses are not meant");
        assert!(!count(1, 1, now.plus_ms(60_000)), "a new minute begins");
    }
}
