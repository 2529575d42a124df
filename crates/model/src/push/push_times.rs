//! When a subscription gets its next push: in its own daytime, in even parts of it, each subscription at a moment of its own, so
//! that a million of them make no peak.

use crate::time::{DAY_MS, HOUR_MS, UnixMs};

/// The hours of a subscriber's own day in which pushes come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Daytime {
    /// From this hour on.
    pub from_hour: u32,
    /// Up to this one. Not after the first: all day.
    pub to_hour: u32,
}

impl Daytime {
    const fn start_ms(self) -> i64 {
        if self.to_hour > self.from_hour { self.from_hour as i64 * HOUR_MS } else { 0 }
    }

    const fn length_ms(self) -> i64 {
        if self.to_hour > self.from_hour { (self.to_hour - self.from_hour) as i64 * HOUR_MS } else { DAY_MS }
    }

    /// Whether it is day where the clock is so many minutes ahead of UTC.
    pub fn is_on(self, at: UnixMs, offset_min: i32) -> bool {
        let of_day = (at.0 + i64::from(offset_min) * 60_000).rem_euclid(DAY_MS);
        (self.start_ms()..self.start_ms() + self.length_ms()).contains(&of_day)
    }
}

/// How often a subscription gets pushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// So many in a day; at least 1.
    PerDay(u32),
    /// One in so many days; at least 1.
    EveryDays(u32),
}

/// The first moment after `after` at which a subscription may get a push. `seed` is its own, and gives it its place within each
/// part of the day; between two of its moments lies at least a part of a day.
pub fn next_push(seed: u64, offset_min: i32, daytime: Daytime, pace: Pace, after: UnixMs) -> UnixMs {
    let (parts, days) = match pace {
        Pace::PerDay(parts) => (i64::from(parts.clamp(1, 24)), 1),
        Pace::EveryDays(days) => (1, i64::from(days.clamp(1, 365))),
    };
    let part_ms = daytime.length_ms() / parts;
    let mixed = mix(seed);
    let own_ms = (mixed >> 11) as i64 % part_ms;
    let offset_ms = i64::from(offset_min) * 60_000;
    // Subscriptions that get one in some days have days of their own.
    let own_day = (mixed >> 3) as i64 % days;
    let mut day = (after.0 + offset_ms).div_euclid(DAY_MS);
    loop {
        if day.rem_euclid(days) == own_day.rem_euclid(days) {
            for part in 0..parts {
                let local = day * DAY_MS + daytime.start_ms() + part * part_ms + own_ms;
                let at = UnixMs(local - offset_ms);
                if at > after {
                    return at;
                }
            }
        }
        day += 1;
    }
}

/// Half of a part of the day: what was sent late is followed by the next no sooner than after this.
pub const fn least_pause_ms(daytime: Daytime, pace: Pace) -> i64 {
    match pace {
        Pace::PerDay(parts) => daytime.length_ms() / (if parts == 0 { 1 } else { parts as i64 }) / 2,
        Pace::EveryDays(_) => DAY_MS / 2,
    }
}

/// Neighbouring numbers become far apart (the finaliser of SplitMix64).
const fn mix(seed: u64) -> u64 {
    let seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let seed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let seed = (seed ^ (seed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    seed ^ (seed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const DAY: Daytime = Daytime { from_hour: 9, to_hour: 21 };

    proptest! {
        #[test]
        fn pushes_come_by_day_and_not_too_often(
            seed in any::<u64>(), offset in -720..840i32, per_day in 1..9u32, after in 0i64..2_000_000_000_000,
        ) {
            let mut at = UnixMs(after);
            let mut times = Vec::new();
            for _ in 0..3 * per_day {
                let next = next_push(seed, offset, DAY, Pace::PerDay(per_day), at);
                prop_assert!(next > at && DAY.is_on(next, offset));
                times.push(next.0);
                at = next;
            }
            let part_ms = DAY.length_ms() / i64::from(per_day);
            prop_assert!(times.windows(2).all(|two| two[1] - two[0] >= part_ms), "{times:?}");
            prop_assert_eq!(times[per_day as usize] - times[0], DAY_MS, "so many in each day");
        }

        #[test]
        fn one_in_some_days(seed in any::<u64>(), days in 1..30u32, after in 0i64..2_000_000_000_000) {
            let next = |after| next_push(seed, 60, DAY, Pace::EveryDays(days), after);
            let first = next(UnixMs(after));
            prop_assert!(first.0 - after <= (i64::from(days) + 1) * DAY_MS);
            prop_assert_eq!(next(first).0 - first.0, i64::from(days) * DAY_MS);
        }
    }

    #[test]
    fn many_make_no_peak() {
        let midnight = UnixMs(20_000 * DAY_MS);
        let mut minutes = vec![0; 12 * 60];
        for seed in 0..72_000 {
            let at = next_push(seed, 0, DAY, Pace::PerDay(1), midnight);
            minutes[((at.0 - midnight.0) / 60_000 - 9 * 60) as usize] += 1;
        }
        // 100 in a minute on average; six times the deviation of chance.
        assert!(minutes.iter().all(|count| (40..=160).contains(count)), "{:?}", minutes.iter().max());
    }

    #[test]
    fn a_day_without_end_is_all_day() {
        let all = Daytime { from_hour: 0, to_hour: 0 };
        assert!((0..24).all(|hour| all.is_on(UnixMs(hour * HOUR_MS), 90)));
        assert!(DAY.is_on(UnixMs(8 * HOUR_MS), 60) && !DAY.is_on(UnixMs(8 * HOUR_MS), 0));
    }
}
