//! Which tokens were shown: filters by the hour of the decision. They may say yes wrongly, in fewer than 1 of 100
//! cases, and never no: they err in favour of billing.

use crate::checkpoint::{CheckpointError, Part, StoredAs};
use placard_model::time::Hour;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Bytes of an hour's first layer; each next one is twice as large.
const FIRST_LAYER_BYTES: usize = 8 << 10;
/// Bytes of the largest layer, and so of the largest part of a checkpoint; further layers are as large.
const LAST_LAYER_BYTES: usize = 16 << 20;
/// Layers of an hour of ads on pages: 80 MiB for 11,600 shows a second. When they are full the last one takes everything,
/// at a growing rate of wrong answers, and [`Evidence::crowded`] tells.
pub(crate) const LAYERS_MAX: usize = 15;
/// Layers of an hour of notifications, of which seven days are remembered: 2 MiB for a million in the hour, 350 MB for 25
/// million each day.
pub(crate) const PUSH_LAYERS_MAX: usize = 8;
/// Bits for each token: with [`PROBES`] 6 of 10,000 answers of a full layer are wrong.
const BITS_PER_TOKEN: usize = 16;
/// Bits that are set for each token.
const PROBES: usize = 8;

/// The shown tokens by the hour of their decision. An hour and a layer exist only with tokens in them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Evidence {
    hours: BTreeMap<Hour, Vec<Layer>>,
    /// Tokens that came into a layer that was full, since the process began.
    #[serde(skip)]
    crowded: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Layer {
    #[serde(skip)]
    bits: Vec<u8>,
    tokens: usize,
    stored: StoredAs,
}

/// An insertion, to be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Inserted {
    hour: Hour,
    bits: [u32; PROBES],
    count: usize,
}

impl Evidence {
    /// Whether the token was shown; wrongly yes in few cases.
    pub(crate) fn contains(&self, hour: Hour, token: u64) -> bool {
        self.hours.get(&hour).is_some_and(|layers| layers.iter().any(|layer| layer.contains(token)))
    }

    /// Notes that a token was shown; nothing if that was known. An hour has at most so many layers.
    pub(crate) fn insert(&mut self, hour: Hour, token: u64, layers_max: usize) -> Option<Inserted> {
        if self.contains(hour, token) {
            return None;
        }
        let layers = self.hours.entry(hour).or_default();
        let full = layers.last().is_none_or(|layer| layer.tokens * BITS_PER_TOKEN >= layer.bits.len() * 8);
        if full && layers.len() < layers_max {
            let bytes = layers.last().map_or(FIRST_LAYER_BYTES, |layer| (layer.bits.len() * 2).min(LAST_LAYER_BYTES));
            layers.push(Layer { bits: vec![0; bytes], tokens: 0, stored: StoredAs::default() });
        } else {
            self.crowded += u64::from(full);
        }
        let layer = layers.last_mut()?;
        layer.tokens += 1;
        layer.stored.changed();
        let mut inserted = Inserted { hour, bits: [0; PROBES], count: 0 };
        for bit in layer.probes(token) {
            let mask = 1 << (bit % 8);
            let byte = &mut layer.bits[bit as usize / 8];
            if *byte & mask == 0 {
                *byte |= mask;
                inserted.bits[inserted.count] = bit;
                inserted.count += 1;
            }
        }
        Some(inserted)
    }

    /// Takes back the last insertion.
    pub(crate) fn undo(&mut self, inserted: Inserted) {
        let Some(layers) = self.hours.get_mut(&inserted.hour) else { return };
        if let Some(layer) = layers.last_mut() {
            layer.tokens -= 1;
            layer.stored.changed();
            for bit in &inserted.bits[..inserted.count] {
                layer.bits[*bit as usize / 8] &= !(1 << (bit % 8));
            }
            if layer.tokens == 0 {
                layers.pop();
            }
        }
        if layers.is_empty() {
            self.hours.remove(&inserted.hour);
        }
    }

    /// Forgets the hours before `oldest`.
    pub(crate) fn expire(&mut self, oldest: Hour) {
        self.hours = self.hours.split_off(&oldest);
    }

    /// Tokens that came into a layer that was full, since the process began.
    pub(crate) fn crowded(&self) -> u64 {
        self.crowded
    }

    pub(crate) fn parts(&mut self) -> impl Iterator<Item = &mut dyn Part> {
        self.hours.values_mut().flatten().map(|layer| layer as &mut dyn Part)
    }
}

impl Layer {
    fn probes(&self, token: u64) -> [u32; PROBES] {
        // Double hashing: the step is odd, so that it visits different bits of a power of two.
        let (start, step) = (token as u32, (token >> 32) as u32 | 1);
        let mask = (self.bits.len() * 8 - 1) as u32;
        std::array::from_fn(|i| start.wrapping_add(step.wrapping_mul(i as u32)) & mask)
    }

    fn contains(&self, token: u64) -> bool {
        self.probes(token).into_iter().all(|bit| self.bits[bit as usize / 8] & 1 << (bit % 8) != 0)
    }
}

impl Part for Layer {
    fn stored(&mut self) -> &mut StoredAs {
        &mut self.stored
    }

    fn body(&self) -> Vec<u8> {
        self.bits.clone()
    }

    fn fill(&mut self, body: &[u8]) -> Result<(), CheckpointError> {
        if !body.len().is_power_of_two() || !(FIRST_LAYER_BYTES..=LAST_LAYER_BYTES).contains(&body.len()) {
            return Err(CheckpointError("a layer of shown tokens has a wrong size".to_owned()));
        }
        self.bits = body.to_vec();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::key;

    fn bytes_of_an_hour(layers: usize) -> usize {
        let sizes = std::iter::successors(Some(FIRST_LAYER_BYTES), |bytes| Some((bytes * 2).min(LAST_LAYER_BYTES)));
        sizes.take(layers).sum()
    }

    #[test]
    fn an_hour_has_room_for_ten_thousand_a_second() {
        let bytes = bytes_of_an_hour(LAYERS_MAX);
        assert!(bytes * 8 / BITS_PER_TOKEN >= 10_000 * 3_600 && bytes <= 80 << 20, "{bytes}");
    }

    #[test]
    fn a_week_of_notifications_has_room_for_25_million_a_day() {
        let bytes = bytes_of_an_hour(PUSH_LAYERS_MAX);
        assert!(bytes * 8 / BITS_PER_TOKEN >= 1_000_000, "{bytes}");
        let mut evidence = Evidence::default();
        for n in 0..1_100_000 {
            evidence.insert(Hour(1), key(n, 0), PUSH_LAYERS_MAX);
        }
        let held: usize = evidence.hours[&Hour(1)].iter().map(|layer| layer.bits.len()).sum();
        assert_eq!(held, bytes, "what is too much takes no more room");
        assert!(evidence.crowded() > 0 && held * 170 <= 360_000_000, "{held}");
        let wrong = (2_000_000..2_100_000).filter(|n| evidence.contains(Hour(1), key(*n, 0))).count();
        assert!(wrong < 1_000, "{wrong} of 100,000");
    }

    #[test]
    fn never_no_wrongly_and_rarely_yes() {
        let mut evidence = Evidence::default();
        let hour = Hour(1);
        for n in 0..100_000 {
            evidence.insert(hour, key(n, 0), LAYERS_MAX);
        }
        assert!((0..100_000).all(|n| evidence.contains(hour, key(n, 0))));
        let wrong = (100_000..200_000).filter(|n| evidence.contains(hour, key(*n, 0))).count();
        assert!(wrong < 1000, "{wrong} of 100,000");
        assert!(!evidence.contains(Hour(2), key(1, 0)));
        evidence.expire(Hour(2));
        assert!(!evidence.contains(hour, key(1, 0)));
        assert_eq!(evidence, Evidence::default());
    }

    #[test]
    fn insertions_are_taken_back_exactly() {
        let mut evidence = Evidence::default();
        for n in 0..4_000 {
            evidence.insert(Hour(1), key(n, 0), LAYERS_MAX);
        }
        let before = evidence.clone();
        let inserted: Vec<_> =
            (4_000..10_000).filter_map(|n| evidence.insert(Hour(1 + (n % 2) as i32), key(n, 0), LAYERS_MAX)).collect();
        assert_ne!(evidence, before);
        inserted.into_iter().rev().for_each(|i| evidence.undo(i));
        assert_eq!(evidence, before);
    }
}
