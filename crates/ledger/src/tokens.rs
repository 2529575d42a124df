//! Exact sets of tokens, bounded in time and size.

use placard_model::event::TokenId;
use placard_model::time::Hour;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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

/// The tokens that something happened to, by the hour of their decision.
///
/// What was forgotten, for age or for space, counts as seen: a token is never new twice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TokenSet {
    hours: BTreeMap<Hour, FxHashSet<u64>>,
    tokens: usize,
    /// Everything decided in this hour or before counts as seen.
    forgotten: Option<Hour>,
}

impl TokenSet {
    /// Whether the token was seen, or is too old to tell.
    pub(crate) fn contains(&self, hour: Hour, token: u64) -> bool {
        self.forgotten.is_some_and(|forgotten| hour <= forgotten)
            || self.hours.get(&hour).is_some_and(|tokens| tokens.contains(&token))
    }

    /// Adds a token; tells whether it is new.
    pub(crate) fn insert(&mut self, hour: Hour, token: u64) -> bool {
        let is_new = !self.contains(hour, token);
        if is_new {
            self.hours.entry(hour).or_default().insert(token);
            self.tokens += 1;
        }
        is_new
    }

    /// Takes back the insertion of a new token.
    pub(crate) fn remove(&mut self, hour: Hour, token: u64) {
        if let Some(tokens) = self.hours.get_mut(&hour) {
            self.tokens -= usize::from(tokens.remove(&token));
            if tokens.is_empty() {
                self.hours.remove(&hour);
            }
        }
    }

    /// Forgets the hours before `oldest`, and the oldest ones as long as there are more than `max` tokens.
    pub(crate) fn expire(&mut self, oldest: Hour, max: usize) {
        while let Some(entry) = self.hours.first_entry() {
            if *entry.key() >= oldest && self.tokens <= max {
                break;
            }
            let (hour, tokens) = entry.remove_entry();
            self.tokens -= tokens.len();
            self.forgotten = self.forgotten.max(Some(hour));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_new_once() {
        let mut set = TokenSet::default();
        assert!(set.insert(Hour(5), 1));
        assert!(!set.insert(Hour(5), 1));
        assert!(set.insert(Hour(6), 1), "another hour is another token");
        set.remove(Hour(6), 1);
        assert!(set.insert(Hour(6), 1), "taken back");
        set.expire(Hour(6), 10);
        assert!(!set.insert(Hour(5), 2), "forgotten for age");
        assert!(set.insert(Hour(7), 1));
        set.expire(Hour(6), 1);
        assert!(!set.insert(Hour(6), 9) && set.insert(Hour(7), 9), "forgotten for space");
    }

    #[test]
    fn keys_are_stored_for_good() {
        assert_eq!(key(1, 2), 9_909_246_337_600_217_006, "a change makes all checkpoints unreadable");
        assert_eq!(token_key(TokenId([7; 12])), 2_095_169_588_882_277_113);
    }
}
