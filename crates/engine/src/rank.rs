//! Ranking: price x predicted click rate, explored by Thompson sampling.

use crate::bits::{Chunk, each_bit};
use crate::index::Coefficients;
use crate::posterior::{AD_STRENGTH, CELL_STRENGTH, Counts, PAIR_STRENGTH, Rate, TableKey};
use crate::snapshot::Snapshot;
use placard_model::inventory::BlockSpec;
use placard_model::request::{AdRequest, PLACES_MAX};
use rand::Rng;
use rand::rngs::SmallRng;
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

impl Snapshot {
    /// Scores what is left. In the control slice every score is the same throw of dice, so that ads are chosen
    /// uniformly.
    pub(crate) fn rank(
        &self,
        block: &BlockSpec,
        request: &AdRequest<'_>,
        control: bool,
        rng: &mut SmallRng,
        candidates: &[Chunk],
        ranking: &mut Ranking,
    ) {
        let format = block.dims.format;
        let of_format = Rate::of_format(self.posteriors.format(format));
        let cell = TableKey::Cell(format, request.audience.place.country, request.audience.device_type);
        // Both tables are found before either is locked, so that no lock is waited for while another is held.
        let (cell, pair) = (self.posteriors.table(cell), self.posteriors.table(TableKey::Block(block.dims.block)));
        let cell = cell.as_ref().map(|table| table.read());
        let pair = pair.as_ref().map(|table| table.read());
        let mut coefficients = Coefficients::of(&self.index, block);
        each_bit(candidates, |at| {
            let hot = &self.hot[at];
            let price = self.price(at as u32, request, &mut coefficients);
            if price > self.live.affordable[hot.campaign as usize].load(Ordering::Relaxed) {
                return;
            }
            let counts = Counts::unpack(self.live.counts[at].load(Ordering::Relaxed));
            let rate = of_format
                .with(counts, AD_STRENGTH)
                .with(cell.as_ref().map(|table| table.get(hot.id)).unwrap_or_default(), CELL_STRENGTH)
                .with(pair.as_ref().map(|table| table.get(hot.id)).unwrap_or_default(), PAIR_STRENGTH);
            let score = if control {
                (rng.next_u64() >> 40) as f32
            } else {
                price as f32 * (rate.mean + rate.deviation() * normal(rng)).max(rate.mean * LEAST_SAMPLE)
            };
            ranking.push(Scored { score, mean: rate.mean, price, at: at as u32, campaign: hot.campaign });
        });
    }
}
