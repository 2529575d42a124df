//! What is known of click rates: counts at four levels, each the prior of the next.
//!
//! format -> ad -> (ad, format, country, device type) -> (ad, block). A level's rate is its own clicks and shows plus
//! what its parent predicts, weighed as so many shows; a parent that has seen little itself lends little, so that a new
//! ad explores and a known one in a new block explores less.

use parking_lot::{Mutex, RwLock};
use placard_model::format::BlockFormat;
use placard_model::ids::{AdId, BlockId};
use placard_model::targeting::audience::DeviceType;
use placard_model::targeting::geo::CountryCode;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The click rate of a format of which nothing is known: 0.5 %.
pub const PRIOR_RATE: f32 = 0.005;
/// The weight of that prior, in shows.
pub const FORMAT_STRENGTH: f32 = 2_000.0;
/// The most that a format's rate weighs in an ad's, in shows.
pub const AD_STRENGTH: f32 = 200.0;
/// The most that an ad's rate weighs in that of its (format, country, device type), in shows.
pub const CELL_STRENGTH: f32 = 500.0;
/// The most that the rate above weighs in that of (ad, block), in shows.
pub const PAIR_STRENGTH: f32 = 1_000.0;

/// Shows and clicks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Valid shows.
    pub shows: u32,
    /// Settled valid clicks.
    pub clicks: u32,
}

impl Counts {
    /// The counts after `learned` more; both may be negative (voids) and stop at zero.
    #[must_use]
    pub const fn plus(self, shows: i32, clicks: i32) -> Self {
        Self { shows: self.shows.saturating_add_signed(shows), clicks: self.clicks.saturating_add_signed(clicks) }
    }

    pub(crate) const fn pack(self) -> u64 {
        (self.shows as u64) << 32 | self.clicks as u64
    }

    pub(crate) const fn unpack(packed: u64) -> Self {
        Self { shows: (packed >> 32) as u32, clicks: packed as u32 }
    }
}

/// A predicted click rate: the mean of a Beta distribution and the number of shows that it rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// The mean: above 0, below 1.
    pub mean: f32,
    /// Shows, those lent by priors included.
    pub strength: f32,
}

impl Rate {
    /// The rate of a format.
    pub fn of_format(counts: Counts) -> Self {
        Self { mean: PRIOR_RATE, strength: FORMAT_STRENGTH }.with(counts, FORMAT_STRENGTH)
    }

    /// The rate one level down: its own counts, and this one as a prior of at most `lent` shows.
    #[must_use]
    pub fn with(self, counts: Counts, lent: f32) -> Self {
        let lent = self.strength.min(lent);
        // Clicks are settled before shows are learned or after, so for a moment there may be more of them.
        let shows = (counts.shows as f32).max(counts.clicks as f32);
        let strength = shows + lent;
        Self { mean: (counts.clicks as f32 + self.mean * lent) / strength, strength }
    }

    /// The standard deviation of the Beta distribution.
    pub fn deviation(self) -> f32 {
        (self.mean * (1.0 - self.mean) / (self.strength + 1.0)).sqrt()
    }
}

/// What one batch of facts says of an ad in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Learned {
    /// The ad.
    pub ad: AdId,
    /// The block.
    pub block: BlockId,
    /// The block's format.
    pub format: BlockFormat,
    /// The visitors' country.
    pub country: CountryCode,
    /// The visitors' device type.
    pub device_type: DeviceType,
    /// Valid shows; negative takes some back.
    pub shows: i32,
    /// Settled valid clicks; negative for voids.
    pub clicks: i32,
}

/// What a table of counts by ad belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum TableKey {
    /// Ads in one block.
    Block(BlockId),
    /// Ads in one format, country and device type.
    Cell(BlockFormat, CountryCode, DeviceType),
}

/// Counts by ad: open addressing with linear probing, at most half full. Only ever grows; to forget, it is made anew.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    /// Ad (0: free) and counts; a power of two of them, or none.
    slots: Vec<(i64, Counts)>,
    used: usize,
}

const FIRST_SLOTS: usize = 8;

impl Table {
    fn slot(&self, ad: i64) -> usize {
        let mask = self.slots.len() - 1;
        // Fibonacci hashing: neighbouring ids end up far from each other.
        let mut at = (ad as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) as usize >> 20 & mask;
        while self.slots[at].0 != ad && self.slots[at].0 != 0 {
            at = (at + 1) & mask;
        }
        at
    }

    /// The counts of an ad; zero when there are none.
    pub(crate) fn get(&self, ad: AdId) -> Counts {
        if self.slots.is_empty() { Counts::default() } else { self.slots[self.slot(ad.0)].1 }
    }

    /// Adds to the counts of an ad; says whether the ad is new here.
    fn add(&mut self, ad: AdId, shows: i32, clicks: i32) -> bool {
        if self.used * 2 >= self.slots.len() {
            let slots = (self.slots.len() * 2).max(FIRST_SLOTS);
            *self = Self::filled(slots, self.iter().collect());
        }
        let at = self.slot(ad.0);
        let new = self.slots[at].0 == 0;
        self.slots[at] = (ad.0, self.slots[at].1.plus(shows, clicks));
        self.used += usize::from(new);
        new
    }

    fn filled(slots: usize, entries: Vec<(i64, Counts)>) -> Self {
        let mut table = Self { slots: vec![(0, Counts::default()); slots], used: entries.len() };
        for (ad, counts) in entries {
            let at = table.slot(ad);
            table.slots[at] = (ad, counts);
        }
        table
    }

    fn from_entries(mut entries: Vec<(i64, Counts)>) -> Self {
        entries.retain(|(ad, _)| *ad != 0);
        entries.sort_unstable_by_key(|(ad, _)| *ad);
        entries.dedup_by_key(|(ad, _)| *ad);
        let slots = (entries.len() * 2 + 1).next_power_of_two().max(FIRST_SLOTS);
        Self::filled(slots, entries)
    }

    fn iter(&self) -> impl Iterator<Item = (i64, Counts)> {
        self.slots.iter().copied().filter(|(ad, _)| *ad != 0)
    }
}

/// All that was learned. Read by every decision, written by one feed.
#[derive(Debug)]
pub struct Posteriors {
    formats: Mutex<FxHashMap<BlockFormat, Counts>>,
    ads: Mutex<FxHashMap<AdId, Counts>>,
    tables: RwLock<FxHashMap<TableKey, Arc<RwLock<Table>>>>,
    entries: AtomicUsize,
    max_entries: usize,
}

/// The serialized form.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct PosteriorState {
    formats: Vec<(BlockFormat, Counts)>,
    ads: Vec<(AdId, Counts)>,
    tables: Vec<(TableKey, Vec<(i64, Counts)>)>,
}

impl Posteriors {
    /// Nothing learned yet; at most `max_entries` counts below the level of ads.
    pub(crate) fn new(max_entries: usize) -> Self {
        Self {
            formats: Mutex::default(),
            ads: Mutex::default(),
            tables: RwLock::default(),
            entries: AtomicUsize::new(0),
            max_entries,
        }
    }

    /// The counts of a format.
    pub fn format(&self, format: BlockFormat) -> Counts {
        self.formats.lock().get(&format).copied().unwrap_or_default()
    }

    /// The counts of an ad.
    pub fn ad(&self, ad: AdId) -> Counts {
        self.ads.lock().get(&ad).copied().unwrap_or_default()
    }

    /// The predicted click rate of an ad in a block, for visitors of one country and device type.
    pub fn rate(
        &self,
        ad: AdId,
        block: BlockId,
        format: BlockFormat,
        country: CountryCode,
        device_type: DeviceType,
    ) -> Rate {
        let counts = |key| self.table(key).map(|table| table.read().get(ad)).unwrap_or_default();
        Rate::of_format(self.format(format))
            .with(self.ad(ad), AD_STRENGTH)
            .with(counts(TableKey::Cell(format, country, device_type)), CELL_STRENGTH)
            .with(counts(TableKey::Block(block)), PAIR_STRENGTH)
    }

    /// The table of a block or a cell, if anything was learned there.
    pub(crate) fn table(&self, key: TableKey) -> Option<Arc<RwLock<Table>>> {
        self.tables.read().get(&key).cloned()
    }

    /// Adds facts; returns what the ad has now.
    pub(crate) fn learn(&self, learned: &Learned) -> Counts {
        let Learned { ad, block, format, country, device_type, shows, clicks } = *learned;
        for key in [TableKey::Block(block), TableKey::Cell(format, country, device_type)] {
            let table = self.table(key).unwrap_or_else(|| self.tables.write().entry(key).or_default().clone());
            if table.write().add(ad, shows, clicks) && self.entries.fetch_add(1, Ordering::Relaxed) >= self.max_entries
            {
                self.forget();
            }
        }
        let mut formats = self.formats.lock();
        let counts = formats.entry(format).or_default();
        *counts = halved_when_large(counts.plus(shows, clicks));
        drop(formats);
        let mut ads = self.ads.lock();
        let counts = ads.entry(ad).or_default();
        *counts = halved_when_large(counts.plus(shows, clicks));
        *counts
    }

    /// Makes room: what rests on the fewest shows goes, until a quarter of the bound is free. What is lost is predicted
    /// by the level above.
    fn forget(&self) {
        let tables = self.tables.read();
        let mut shows: Vec<u32> =
            tables.values().flat_map(|t| t.read().iter().map(|(_, c)| c.shows).collect::<Vec<_>>()).collect();
        let goes = shows.len().saturating_sub(self.max_entries / 4 * 3);
        if goes == 0 {
            return;
        }
        let limit = *shows.select_nth_unstable(goes - 1).1;
        let mut left = 0;
        for table in tables.values() {
            let mut table = table.write();
            *table = Table::from_entries(table.iter().filter(|(_, counts)| counts.shows > limit).collect());
            left += table.used;
        }
        self.entries.store(left, Ordering::Relaxed);
        drop(tables);
        self.tables.write().retain(|_, table| table.read().used > 0);
    }

    /// Forgets an ad that is no more; its counts by block and cell go when room is needed.
    pub(crate) fn forget_ad(&self, ad: AdId) {
        self.ads.lock().remove(&ad);
    }

    /// Everything learned of ads that still exist.
    pub(crate) fn state(&self, exists: impl Fn(AdId) -> bool) -> PosteriorState {
        PosteriorState {
            formats: self.formats.lock().iter().map(|(format, counts)| (*format, *counts)).collect(),
            ads: self.ads.lock().iter().filter(|(ad, _)| exists(**ad)).map(|(ad, counts)| (*ad, *counts)).collect(),
            tables: self
                .tables
                .read()
                .iter()
                .map(|(key, table)| (*key, table.read().iter().filter(|(ad, _)| exists(AdId(*ad))).collect()))
                .collect(),
        }
    }

    pub(crate) fn set_state(&self, state: PosteriorState) {
        *self.formats.lock() = state.formats.into_iter().collect();
        *self.ads.lock() = state.ads.into_iter().collect();
        let tables: FxHashMap<_, _> = state
            .tables
            .into_iter()
            .map(|(key, entries)| (key, Arc::new(RwLock::new(Table::from_entries(entries)))))
            .collect();
        self.entries.store(tables.values().map(|table| table.read().used).sum(), Ordering::Relaxed);
        *self.tables.write() = tables;
    }
}

/// Old evidence fades: beyond a million shows the counts are halved, so that a change of the rate still shows, and the
/// numbers stay exact in a float of 24 bits.
const fn halved_when_large(counts: Counts) -> Counts {
    if counts.shows > 1_000_000 { Counts { shows: counts.shows / 2, clicks: counts.clicks / 2 } } else { counts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_leans_on_the_one_above() {
        let counts = |shows, clicks| Counts { shows, clicks };
        let check = |levels: [Counts; 4], low: f32, high: f32| {
            let [format, ad, cell, pair] = levels;
            let rate =
                Rate::of_format(format).with(ad, AD_STRENGTH).with(cell, CELL_STRENGTH).with(pair, PAIR_STRENGTH);
            assert!(rate.mean >= low && rate.mean <= high, "{levels:?} gives {rate:?}, not {low}..{high}");
        };
        let none = Counts::default();
        check([none; 4], 0.004_99, 0.005_01);
        check([counts(100_000, 2_000), none, none, none], 0.019, 0.02);
        check([none, counts(10_000, 1_000), none, none], 0.09, 0.1);
        check([none, counts(10_000, 1_000), counts(10_000, 100), none], 0.01, 0.015);
        check([none, counts(10_000, 1_000), counts(10_000, 100), counts(100_000, 50_000)], 0.48, 0.5);
        check([none, counts(0, 3), none, none], 0.0, 0.03);
    }

    #[test]
    fn a_new_ad_explores_more_than_a_known_one() {
        let new = Rate::of_format(Counts::default()).with(Counts::default(), AD_STRENGTH);
        let known = new.with(Counts { shows: 100_000, clicks: 500 }, AD_STRENGTH);
        assert!(new.deviation() > 5.0 * known.deviation());
    }

    #[test]
    fn memory_is_bounded_and_the_best_known_stays() {
        let posteriors = Posteriors::new(1_000);
        let learned = |ad: i64, shows| Learned {
            ad: AdId(ad),
            block: BlockId(ad % 7 + 1),
            format: BlockFormat::Native,
            country: CountryCode::UNKNOWN,
            device_type: DeviceType::Mobile,
            shows,
            clicks: 1,
        };
        for ad in 1..=10_000 {
            posteriors.learn(&learned(ad, if ad == 5 { 500 } else { 1 + (ad % 3) as i32 }));
            assert!(posteriors.entries.load(Ordering::Relaxed) <= 1_002);
        }
        let table = posteriors.table(TableKey::Block(BlockId(6))).unwrap();
        assert_eq!(table.read().get(AdId(5)).shows, 500);
        let state = posteriors.state(|_| true);
        let again = Posteriors::new(1_000);
        again.set_state(state);
        let ask =
            |p: &Posteriors| p.rate(AdId(5), BlockId(6), BlockFormat::Native, CountryCode::UNKNOWN, DeviceType::Mobile);
        assert_eq!(ask(&again), ask(&posteriors));
        assert_eq!(posteriors.learn(&learned(5, -600)).shows, 0, "counts stop at zero");
    }
}
