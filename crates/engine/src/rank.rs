//! Ranking: price x predicted click rate, explored by Thompson sampling; and the floor of the block, which asks for the
//! same product.
//!
//! A floor compares what the webmaster is expected to earn: price x mean of the predicted click rate x the webmaster's
//! share. The mean decides, not the sample that ranks: a floor promises what 1,000 shows bring, and a lucky throw brings
//! nothing. So an ad of which nothing is known passes where its format's usual rate does, the control slice keeps to the
//! floor as well, and each show that is sold has the expected worth that its webmaster asked for.

use crate::bits::{Chunk, clear_range, each_bit};
use crate::index::Coefficients;
use crate::posterior::{AD_STRENGTH, CELL_STRENGTH, Counts, PAIR_STRENGTH, Rate, Table, TableKey};
use crate::snapshot::Snapshot;
use parking_lot::{RwLock, RwLockReadGuard};
use placard_model::inventory::BlockSpec;
use placard_model::targeting::request::{AdRequest, PLACES_MAX};
use rand::Rng;
use rand::rngs::SmallRng;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A sampled click rate is at least this part of its mean: the normal approximation knows no zero.
const LEAST_SAMPLE: f32 = 0.01;

/// An ad with its score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    pub(crate) score: f32,
    pub(crate) mean: f32,
    pub(crate) price: i64,
    pub(crate) at: u32,
    pub(crate) campaign: u32,
}

/// How ads are scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scoring {
    /// The same throw of dice for each, so that ads are chosen uniformly.
    Control,
    /// By a click rate that is sampled from what is known of it.
    Sampled,
    /// By the click rate that is expected: nothing is left to chance.
    Expected,
}

/// Scored ads: the best of each campaign, and the others.
#[derive(Debug, Default)]
pub(crate) struct Ranking {
    best: Vec<Scored>,
    others: Vec<Scored>,
}

impl Ranking {
    pub(crate) fn clear(&mut self) {
        self.best.clear();
        self.others.clear();
    }

    /// Adds an ad. Those of one campaign come one after the other.
    pub(crate) fn push(&mut self, mut scored: Scored) {
        match self.best.last_mut() {
            Some(best) if best.campaign == scored.campaign => {
                if scored.score > best.score {
                    std::mem::swap(best, &mut scored);
                }
                self.others.push(scored);
            }
            _ => self.best.push(scored),
        }
    }

    /// The best ads for so many places, the best first: one per campaign, and more only where places would stay empty.
    pub(crate) fn choose(&mut self, places: usize) -> &[Scored] {
        let places = places.min(PLACES_MAX);
        keep_best(&mut self.best, places);
        let free = places - self.best.len();
        if free > 0 {
            keep_best(&mut self.others, free);
            self.best.append(&mut self.others);
        }
        self.best.sort_unstable_by(|a, b| b.score.total_cmp(&a.score));
        &self.best
    }
}

/// Leaves the `count` best, in any order.
fn keep_best(scored: &mut Vec<Scored>, count: usize) {
    if count > 0 && scored.len() > count {
        scored.select_nth_unstable_by(count - 1, |a, b| b.score.total_cmp(&a.score));
    }
    scored.truncate(count);
}

/// A standard normal number, nearly: the sum of four uniform ones of 16 bits, which ends at 3.46 deviations.
fn normal(rng: &mut SmallRng) -> f32 {
    let bits = rng.next_u64();
    let sum = (bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff) + (bits >> 48);
    // Mean 4 x 65,535 / 2, deviation sqrt(4 x (65,536^2 - 1) / 12).
    (sum as f32 - 131_070.0) / 37_837.2
}

/// Whether a show is expected to cost its advertiser less than a floor asks for ([`EcpmFloor::least_per_show`]).
///
/// [`EcpmFloor::least_per_show`]: placard_model::bid::floor::EcpmFloor::least_per_show
fn is_below(price: i64, rate: Rate, least: f32) -> bool {
    (price as f32) * rate.mean < least
}

/// What is known of click rates in one block, for visitors of one country and device type.
pub(crate) struct RateTables {
    of_format: Rate,
    cell: Option<Arc<RwLock<Table>>>,
    pair: Option<Arc<RwLock<Table>>>,
}

/// The same, held against changes.
pub(crate) struct ClickRates<'a> {
    snapshot: &'a Snapshot,
    of_format: Rate,
    cell: Option<RwLockReadGuard<'a, Table>>,
    pair: Option<RwLockReadGuard<'a, Table>>,
}

impl RateTables {
    pub(crate) fn read<'a>(&'a self, snapshot: &'a Snapshot) -> ClickRates<'a> {
        let cell = self.cell.as_ref().map(|table| table.read());
        let pair = self.pair.as_ref().map(|table| table.read());
        ClickRates { snapshot, of_format: self.of_format, cell, pair }
    }
}

impl ClickRates<'_> {
    /// The predicted click rate of an ad.
    #[inline]
    fn of(&self, at: usize) -> Rate {
        let id = self.snapshot.hot[at].id;
        let counts = Counts::unpack(self.snapshot.live.counts[at].load(Ordering::Relaxed));
        self.of_format
            .with(counts, AD_STRENGTH)
            .with(self.cell.as_ref().map(|table| table.get(id)).unwrap_or_default(), CELL_STRENGTH)
            .with(self.pair.as_ref().map(|table| table.get(id)).unwrap_or_default(), PAIR_STRENGTH)
    }
}

impl Snapshot {
    /// Finds both tables before either is locked, so that no lock is waited for while another is held.
    pub(crate) fn tables(&self, block: &BlockSpec, request: &AdRequest<'_>) -> RateTables {
        let format = block.dims.format;
        let cell = TableKey::Cell(format, request.audience.place.country, request.audience.device_type);
        RateTables {
            of_format: Rate::of_format(self.posteriors.format(format)),
            cell: self.posteriors.table(cell),
            pair: self.posteriors.table(TableKey::Block(block.dims.block)),
        }
    }

    /// Leaves the ads by which the webmaster is expected to earn what the block asks for.
    pub(crate) fn keep_above_floor(&self, block: &BlockSpec, request: &AdRequest<'_>, candidates: &mut [Chunk]) {
        let least = block.floor.least_per_show(request.audience.place.country);
        if least <= 0.0 {
            return;
        }
        let tables = self.tables(block, request);
        let rates = tables.read(self);
        let mut gone = Vec::new();
        let mut coefficients = Coefficients::of(&self.index, block);
        each_bit(candidates, |at| {
            if is_below(self.price(at as u32, request, &mut coefficients), rates.of(at), least) {
                gone.push(at);
            }
        });
        for at in gone {
            clear_range(candidates, at, at + 1);
        }
    }

    /// Whether the webmaster is expected to earn less by an ad than the block asks for.
    pub(crate) fn is_below_floor(&self, block: &BlockSpec, request: &AdRequest<'_>, at: u32) -> bool {
        let least = block.floor.least_per_show(request.audience.place.country);
        if least <= 0.0 {
            return false;
        }
        let tables = self.tables(block, request);
        let rate = tables.read(self).of(at as usize);
        let price = self.price(at, request, &mut Coefficients::of(&self.index, block));
        is_below(price, rate, least)
    }

    /// The highest click rate that is expected of any of some ads; 0 of none.
    pub(crate) fn best_expected_rate(
        &self,
        block: &BlockSpec,
        request: &AdRequest<'_>,
        ads: impl Iterator<Item = usize>,
    ) -> f32 {
        let tables = self.tables(block, request);
        let rates = tables.read(self);
        ads.map(|at| rates.of(at).mean).fold(0.0, f32::max)
    }

    /// Scores what is left.
    pub(crate) fn rank(
        &self,
        block: &BlockSpec,
        request: &AdRequest<'_>,
        scoring: Scoring,
        rng: &mut SmallRng,
        candidates: &[Chunk],
        ranking: &mut Ranking,
    ) {
        let least = block.floor.least_per_show(request.audience.place.country);
        let tables = self.tables(block, request);
        let rates = tables.read(self);
        let mut coefficients = Coefficients::of(&self.index, block);
        each_bit(candidates, |at| {
            let hot = &self.hot[at];
            let price = self.price(at as u32, request, &mut coefficients);
            if price > self.live.affordable[hot.campaign as usize].load(Ordering::Relaxed) {
                return;
            }
            let rate = rates.of(at);
            if is_below(price, rate, least) {
                return;
            }
            let score = match scoring {
                Scoring::Control => (rng.next_u64() >> 40) as f32,
                Scoring::Sampled => {
                    price as f32 * (rate.mean + rate.deviation() * normal(rng)).max(rate.mean * LEAST_SAMPLE)
                }
                Scoring::Expected => price as f32 * rate.mean,
            };
            ranking.push(Scored { score, mean: rate.mean, price, at: at as u32, campaign: hot.campaign });
        });
    }
}
