//! Sets of tokens, bounded in time and size.

use crate::checkpoint::{CheckpointError, Part, StoredAs};
use crate::packed;
use placard_model::event::TokenId;
use placard_model::time::Hour;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Slots of an hour's first layer; each next one has twice as many.
const FIRST_LAYER_SLOTS: usize = 1 << 10;
/// Slots of the largest layer, of 4 bytes each, and so of the largest part of a checkpoint: 16 MiB; further layers have
/// as many.
const LAST_LAYER_SLOTS: usize = 1 << 22;

/// Mixes two numbers into a key (the finalizer of SplitMix64 over both). Stored in checkpoints: it stays as it is.
pub(crate) const fn key(a: u64, b: u64) -> u64 {
    const fn mix(mut x: u64) -> u64 {
        x ^= x >> 30;
        x = x.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x ^= x >> 27;
        x = x.wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }
    mix(mix(a.wrapping_add(0x9e37_79b9_7f4a_7c15)) ^ b.wrapping_mul(0xd6e8_feb8_6659_fd93))
}

/// The key of a token: 64 of its 96 bits' worth. Among 10 million tokens two share one with a chance of 3 in a million.
pub(crate) const fn token_key(token: TokenId) -> u64 {
    let [head @ .., _, _, _, _] = token.0;
    let [_, _, _, _, _, _, _, _, tail @ ..] = token.0;
    key(u64::from_le_bytes(head), u32::from_le_bytes(tail) as u64)
}

/// What became of a token that was to be noted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Noted {
    /// It is new, and known from now on.
    New,
    /// It was noted before, or its hour was forgotten.
    Seen,
    /// It was not noted before, and there is no room for it: it stays unknown.
    NoRoom,
}

/// The tokens that something happened to, by the hour of their decision.
///
/// What was forgotten for age counts as seen: a token is never new twice. Nothing is forgotten for space: what came
/// first stays, and what finds no room is counted.
///
/// A token takes a slot of 4 bytes; a quarter of the slots, and at most three quarters, are empty. Of tokens that were
/// never noted fewer than 1 in 10 million count as seen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TokenSet {
    hours: BTreeMap<Hour, Vec<Layer>>,
    tokens: usize,
    /// Everything decided in this hour or before counts as seen.
    forgotten: Option<Hour>,
    /// Tokens that found no room, since the process began.
    #[serde(skip)]
    refused: u64,
}

/// A table of fingerprints that is never made larger: when it is full the next layer begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Layer {
    /// Fingerprints from the place that the token's other half names; 0: empty.
    #[serde(skip)]
    slots: Vec<u32>,
    used: usize,
    stored: StoredAs,
}

impl TokenSet {
    /// Whether the token was noted, or is too old to tell.
    pub(crate) fn contains(&self, hour: Hour, token: u64) -> bool {
        self.forgotten.is_some_and(|forgotten| hour <= forgotten)
            || self.hours.get(&hour).is_some_and(|layers| layers.iter().any(|layer| layer.find(token).is_ok()))
    }

    /// Notes a token, if there are fewer than `max`.
    pub(crate) fn insert(&mut self, hour: Hour, token: u64, max: usize) -> Noted {
        if self.contains(hour, token) {
            return Noted::Seen;
        }
        if self.tokens >= max {
            self.refused += 1;
            return Noted::NoRoom;
        }
        let layers = self.hours.entry(hour).or_default();
        if layers.last().is_none_or(Layer::is_full) {
            let slots = layers.last().map_or(FIRST_LAYER_SLOTS, |layer| (layer.slots.len() * 2).min(LAST_LAYER_SLOTS));
            layers.push(Layer { slots: vec![0; slots], used: 0, stored: StoredAs::default() });
        }
        if let Some(layer) = layers.last_mut()
            && let Err(free) = layer.find(token)
        {
            layer.slots[free] = fingerprint(token);
            layer.used += 1;
            layer.stored.changed();
            self.tokens += 1;
        }
        Noted::New
    }

    /// Takes back the last token that was new.
    pub(crate) fn undo(&mut self, hour: Hour, token: u64) {
        let Some(layers) = self.hours.get_mut(&hour) else { return };
        if let Some(layer) = layers.last_mut()
            && let Ok(at) = layer.find(token)
        {
            // No later one stands behind it: those were taken back before.
            layer.slots[at] = 0;
            layer.used -= 1;
            layer.stored.changed();
            self.tokens -= 1;
            if layer.used == 0 {
                layers.pop();
            }
        }
        if layers.is_empty() {
            self.hours.remove(&hour);
        }
    }

    /// Forgets the hours before `oldest`.
    pub(crate) fn expire(&mut self, oldest: Hour) {
        while let Some(entry) = self.hours.first_entry() {
            if *entry.key() >= oldest {
                break;
            }
            let (hour, layers) = entry.remove_entry();
            self.tokens -= layers.iter().map(|layer| layer.used).sum::<usize>();
            self.forgotten = self.forgotten.max(Some(hour));
        }
    }

    /// Whether there is no room for another token.
    pub(crate) fn is_full(&self, max: usize) -> bool {
        self.tokens >= max
    }

    /// Tokens that found no room since the process began.
    pub(crate) fn refused(&self) -> u64 {
        self.refused
    }

    pub(crate) fn parts(&mut self) -> impl Iterator<Item = &mut dyn Part> {
        self.hours.values_mut().flatten().map(|layer| layer as &mut dyn Part)
    }
}

/// The half of the key that is kept; 0 stands for an empty slot.
fn fingerprint(token: u64) -> u32 {
    ((token >> 32) as u32).max(1)
}

impl Layer {
    /// Where the token stands, or else the empty slot that is its own.
    fn find(&self, token: u64) -> Result<usize, usize> {
        let (mask, wanted) = (self.slots.len() - 1, fingerprint(token));
        let mut at = token as u32 as usize & mask;
        loop {
            match self.slots[at] {
                0 => return Err(at),
                found if found == wanted => return Ok(at),
                // A quarter of the slots is empty, so this ends.
                _ => at = (at + 1) & mask,
            }
        }
    }

    fn is_full(&self) -> bool {
        self.used * 4 >= self.slots.len() * 3
    }
}

impl Part for Layer {
    fn stored(&mut self) -> &mut StoredAs {
        &mut self.stored
    }

    fn body(&self) -> Vec<u8> {
        packed::of_words(&self.slots)
    }

    fn fill(&mut self, body: &[u8]) -> Result<(), CheckpointError> {
        let slots = packed::to_words(body)?;
        let used = slots.iter().filter(|slot| **slot != 0).count();
        let fits = slots.len().is_power_of_two() && slots.len() <= LAST_LAYER_SLOTS && used * 4 <= slots.len() * 3;
        if !fits || used != self.used {
            return Err(CheckpointError("a layer of tokens has a wrong size".to_owned()));
        }
        self.slots = slots;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANY: usize = usize::MAX;

    #[test]
    fn a_token_is_new_once() {
        let mut set = TokenSet::default();
        let insert = |set: &mut TokenSet, hour, token| set.insert(Hour(hour), token, MANY);
        assert_eq!(insert(&mut set, 5, 1), Noted::New);
        assert_eq!(insert(&mut set, 5, 1), Noted::Seen);
        assert_eq!(insert(&mut set, 6, 1), Noted::New, "another hour is another token");
        set.undo(Hour(6), 1);
        assert_eq!(insert(&mut set, 6, 1), Noted::New, "taken back");
        set.expire(Hour(6));
        assert_eq!(insert(&mut set, 5, 2), Noted::Seen, "forgotten for age");
        assert_eq!(set.insert(Hour(6), 2, 1), Noted::NoRoom);
        assert!(!set.contains(Hour(6), 2) && set.contains(Hour(6), 1) && set.refused() == 1, "what came first stays");
    }

    #[test]
    fn many_tokens_are_told_apart_and_taken_back() {
        let mut set = TokenSet::default();
        for n in 0..300_000 {
            assert_eq!(set.insert(Hour(1), key(n, 0), MANY), Noted::New, "{n}");
        }
        assert!((0..300_000).all(|n| set.contains(Hour(1), key(n, 0))));
        assert!((300_000..600_000).all(|n| !set.contains(Hour(1), key(n, 0))));
        let bytes: usize = set.hours[&Hour(1)].iter().map(|layer| layer.slots.len() * 4).sum();
        assert!(bytes <= 300_000 * 12, "{bytes} bytes");
        let before = set.clone();
        for n in 300_000..900_000 {
            set.insert(Hour(1 + (n % 2) as i32), key(n, 0), MANY);
        }
        for n in (300_000..900_000).rev() {
            set.undo(Hour(1 + (n % 2) as i32), key(n, 0));
        }
        assert_eq!(set, before);
    }

    #[test]
    fn damaged_layers_are_refused() {
        for slots in [vec![7; 1024], vec![0; 1000], Vec::new(), vec![0; 1024]] {
            let mut layer = Layer { slots: Vec::new(), used: 1, stored: StoredAs::default() };
            assert!(layer.fill(&packed::of_words(&slots)).is_err());
        }
        let mut layer = Layer { slots: Vec::new(), used: 1, stored: StoredAs::default() };
        assert!(layer.fill(&[0; 4_097]).is_err());
    }

    #[test]
    fn keys_are_stored_for_good() {
        assert_eq!(key(1, 2), 9_909_246_337_600_217_006, "a change makes all checkpoints unreadable");
        assert_eq!(token_key(TokenId([7; 12])), 2_095_169_588_882_277_113);
    }
}
