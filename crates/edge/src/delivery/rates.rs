//! Rates of the present minute: of an address prefix on a site, as a flag for the log and no verdict (billing has rates
//! of its own that decide), and of an address, as a limit.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counters that stand side by side; a key may use any of them.
const WAYS: usize = 8;
/// Groups of counters for clicks and postbacks: room for 130,000 addresses a minute, in 1 MiB.
pub(super) const FEW: usize = 1 << 14;
/// Groups of counters for shows and requests: room for 520,000 addresses a minute, in 4 MiB.
pub(super) const MANY: usize = 1 << 16;
/// Clicks per minute from which an address prefix is flagged on a site.
pub(super) const CLICKS_PER_MINUTE_MAX: u32 = 10;
/// Shows and confirmed shows per minute from which an address prefix is flagged on a site: a /24 of a mobile network
/// has many people in it.
pub(super) const SHOWS_PER_MINUTE_MAX: u32 = 600;

/// The highest count; it takes 16 bits of a counter.
const COUNT_MAX: u64 = 0xffff;
/// Bits of a key that are compared.
const TAG_BITS: u32 = 32;

/// Counts of the present minute. A counter is one word: the minute, a part of the key and the count.
///
/// When a group has no counter left the one with the lowest count is given up: who comes often is remembered, and
/// nobody ever stands for somebody else (but for keys that agree in 32 bits beside those that name the group).
pub(super) struct MinuteCounts {
    seed: u64,
    groups: Box<[[AtomicU64; WAYS]]>,
}

impl MinuteCounts {
    /// Empty counters; the seed keeps people from choosing whom they share a group with. `groups` is a power of two.
    pub(super) fn new(seed: u64, groups: usize) -> Self {
        assert!(groups.is_power_of_two(), "groups are found by a mask");
        Self { seed, groups: (0..groups).map(|_| std::array::from_fn(|_| AtomicU64::new(0))).collect() }
    }

    /// Counts `more` events of a key; how many there were in this minute, with these. Counts end at 65,535.
    pub(super) fn count(&self, a: u64, b: u64, more: u32, now_ms: i64) -> u32 {
        let minute = (now_ms / 60_000) as u64 & 0xffff;
        let key = mix(mix(self.seed ^ a) ^ b);
        let Some(group) = self.groups.get(key as usize & (self.groups.len() - 1)) else { return 0 };
        // A counter of this minute and key begins with it; 0 is a counter that was never used.
        let name = (minute << TAG_BITS | key >> TAG_BITS) << 16;
        let more = u64::from(more).min(COUNT_MAX);
        for slot in group {
            let mine = |word: u64| {
                (word & !COUNT_MAX == name && word != 0).then(|| name | ((word & COUNT_MAX) + more).min(COUNT_MAX))
            };
            if let Ok(before) = slot.fetch_update(Ordering::Relaxed, Ordering::Relaxed, mine) {
                return ((before & COUNT_MAX) + more).min(COUNT_MAX) as u32;
            }
        }
        // Two that come first at the same time may take two counters: then the rate is seen a little late.
        let worth = |word: u64| if word >> 48 == minute { word & COUNT_MAX } else { 0 };
        let least = group.iter().min_by_key(|slot| worth(slot.load(Ordering::Relaxed)));
        if let Some(slot) = least {
            slot.store(name | more, Ordering::Relaxed);
        }
        more as u32
    }
}

/// The finalizer of SplitMix64: spreads a key over all bits.
const fn mix(key: u64) -> u64 {
    let key = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let key = (key ^ (key >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ key >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_795_262_400_000;

    #[test]
    fn counts_are_of_one_key_and_one_minute() {
        let rates = MinuteCounts::new(7, 1 << 4);
        assert_eq!([1, 2, 3].map(|_| rates.count(1, 1, 1, NOW)), [1, 2, 3]);
        assert_eq!(rates.count(1, 1, 64, NOW + 59_999), 67);
        assert_eq!((rates.count(1, 2, 1, NOW), rates.count(2, 1, 1, NOW)), (1, 1), "others are not meant");
        assert_eq!(rates.count(1, 1, 1, NOW + 60_000), 1, "a new minute begins");
        assert_eq!(rates.count(1, 1, u32::MAX, NOW + 60_000), COUNT_MAX as u32);
    }

    #[test]
    fn a_crowd_is_not_taken_for_one() {
        // Twice as many as there is room for, and one among them who comes 500 times.
        let rates = MinuteCounts::new(7, 1 << 6);
        let room = (1 << 6) * WAYS as u64;
        let mut often = 0;
        for n in 0..2 * room {
            let count = rates.count(n, 1, 1, NOW);
            assert_eq!(count, 1, "visitor {n} is alone");
            often = rates.count(u64::MAX, 1, 1, NOW);
        }
        assert!(u64::from(often) > 2 * room - 3, "{often}");
    }
}
