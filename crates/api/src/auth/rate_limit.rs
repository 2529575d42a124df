//! At most so many of something for each key in a window.

use parking_lot::Mutex;
use placard_model::UnixMs;
use placard_model::settings::{InForce, Settings};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

/// Keys that a limit remembers; when there are more the oldest are forgotten.
pub(super) const ENTRIES_MAX: usize = 100_000;
/// Keys from which on those whose window is over are forgotten; each time again when there are twice as many as stayed.
pub(super) const PURGE_ENTRIES: usize = 1_000;

#[derive(Clone, Copy)]
pub(super) struct Count {
    since: UnixMs,
    pub(super) count: u32,
}

/// How many of something are allowed.
enum Max {
    /// Always so many.
    Fixed(u32),
    /// What the settings say at the moment.
    Setting(Arc<InForce>, fn(&Settings) -> u32),
}

impl Max {
    fn now(&self) -> u32 {
        match self {
            Self::Fixed(max) => *max,
            Self::Setting(settings, of) => of(&settings.get()),
        }
    }
}

/// At most so many of something for each key in a window, which begins with the first.
pub struct RateLimit<K> {
    max: Max,
    window_ms: i64,
    pub(super) counts: Mutex<Counts<K>>,
}

pub(super) struct Counts<K> {
    pub(super) of: HashMap<K, Count>,
    purge_at: usize,
}

impl<K: Clone + Eq + Hash> RateLimit<K> {
    /// With nothing counted.
    pub fn new(max: u32, window_ms: i64) -> Self {
        Self::with(Max::Fixed(max), window_ms)
    }

    /// The same with a limit that the settings name.
    pub fn by_setting(settings: &Arc<InForce>, max: fn(&Settings) -> u32, window_ms: i64) -> Self {
        Self::with(Max::Setting(settings.clone(), max), window_ms)
    }

    fn with(max: Max, window_ms: i64) -> Self {
        Self { max, window_ms, counts: Mutex::new(Counts { of: HashMap::new(), purge_at: PURGE_ENTRIES }) }
    }

    fn is_current(&self, found: &Count, now: UnixMs) -> bool {
        (0..self.window_ms).contains(&now.since_ms(found.since))
    }

    /// What is counted of a key in its window, which begins now where there is none.
    fn current<'a>(&self, locked: &'a mut Counts<K>, key: K, now: UnixMs) -> &'a mut Count {
        let is_current = |found: &Count| self.is_current(found, now);
        let Counts { of: counts, purge_at } = locked;
        if counts.len() >= *purge_at && !counts.contains_key(&key) {
            counts.retain(|_, found| is_current(found));
            if counts.len() >= ENTRIES_MAX {
                let mut ages: Vec<UnixMs> = counts.values().map(|found| found.since).collect();
                let (_, middle, _) = ages.select_nth_unstable(ENTRIES_MAX / 2);
                let middle = *middle;
                counts.retain(|_, found| found.since > middle);
            }
            *purge_at = (counts.len() * 2).clamp(PURGE_ENTRIES, ENTRIES_MAX);
        }
        let found = counts.entry(key).or_insert(Count { since: now, count: 0 });
        if !is_current(found) {
            *found = Count { since: now, count: 0 };
        }
        found
    }

    /// Counts one; the error is the seconds to wait when there were too many, and nothing is counted then.
    pub fn take(&self, key: K, now: UnixMs) -> Result<(), u32> {
        let mut locked = self.counts.lock();
        let found = self.current(&mut locked, key, now);
        if found.count >= self.max.now() {
            let wait_ms = self.window_ms - now.since_ms(found.since);
            return Err((wait_ms / 1000 + 1).clamp(1, (self.window_ms / 1000).max(1)) as u32);
        }
        found.count += 1;
        Ok(())
    }

    /// Counts so many that are there already, however many there were.
    pub fn count(&self, key: K, many: u32, now: UnixMs) {
        let mut locked = self.counts.lock();
        let found = self.current(&mut locked, key, now);
        found.count = found.count.saturating_add(many);
    }

    /// Whether there is room for one more.
    pub fn has_room(&self, key: &K, now: UnixMs) -> bool {
        let locked = self.counts.lock();
        locked.of.get(key).is_none_or(|found| !self.is_current(found, now) || found.count < self.max.now())
    }

    /// Takes one back.
    pub fn give_back(&self, key: &K) {
        if let Some(found) = self.counts.lock().of.get_mut(key) {
            found.count = found.count.saturating_sub(1);
        }
    }

    /// Takes all of a key back.
    pub fn clear(&self, key: &K) {
        self.counts.lock().of.remove(key);
    }
}
