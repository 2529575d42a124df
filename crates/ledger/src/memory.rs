//! Times by key, and lists of times by key: bounded, and with each change taken back exactly.

use crate::checkpoint::{CheckpointError, Part, StoredAs};
use crate::packed;
use placard_model::UnixMs;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Changes of one part: 1 MiB.
const CHUNK_CHANGES: usize = 1 << 16;

/// Moments and keys in the order in which they came, cut into parts: all but the last are full.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Changes {
    chunks: VecDeque<Chunk>,
    /// So many at the beginning of the first chunk are forgotten.
    forgotten: usize,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Chunk {
    #[serde(skip)]
    changes: Vec<(UnixMs, u64)>,
    stored: StoredAs,
}

impl Changes {
    fn len(&self) -> usize {
        let last = self.chunks.back().map_or(0, |last| last.changes.len());
        self.chunks.len().saturating_sub(1) * CHUNK_CHANGES + last - self.forgotten
    }

    fn iter(&self) -> impl Iterator<Item = (UnixMs, u64)> {
        self.chunks.iter().flat_map(|chunk| chunk.changes.iter().copied()).skip(self.forgotten)
    }

    fn front(&self) -> Option<(UnixMs, u64)> {
        self.chunks.front()?.changes.get(self.forgotten).copied()
    }

    fn push_back(&mut self, change: (UnixMs, u64)) {
        if self.chunks.back().is_none_or(|last| last.changes.len() >= CHUNK_CHANGES) {
            self.chunks.push_back(Chunk::default());
        }
        if let Some(last) = self.chunks.back_mut() {
            last.changes.push(change);
            last.stored.changed();
        }
    }

    fn pop_back(&mut self) -> Option<(UnixMs, u64)> {
        self.front()?;
        let last = self.chunks.back_mut()?;
        let change = last.changes.pop();
        last.stored.changed();
        if last.changes.is_empty() {
            self.chunks.pop_back();
        }
        self.drop_forgotten();
        change
    }

    fn pop_front(&mut self) -> Option<(UnixMs, u64)> {
        let change = self.front()?;
        self.forgotten += 1;
        self.drop_forgotten();
        Some(change)
    }

    /// Lets a chunk go of which everything is forgotten.
    fn drop_forgotten(&mut self) {
        if self.chunks.front().is_none_or(|first| first.changes.len() <= self.forgotten) {
            self.chunks.pop_front();
            self.forgotten = 0;
        }
    }

    /// Whether the parts that were read are a queue.
    fn check(&self) -> Result<(), CheckpointError> {
        let full = self.chunks.iter().rev().skip(1).all(|chunk| chunk.changes.len() == CHUNK_CHANGES);
        let begins = self.chunks.front().map_or(self.forgotten == 0, |first| first.changes.len() > self.forgotten);
        if full && begins { Ok(()) } else { Err(CheckpointError("parts of changes do not fit together".to_owned())) }
    }

    fn parts(&mut self) -> impl Iterator<Item = &mut dyn Part> {
        self.chunks.iter_mut().map(|chunk| chunk as &mut dyn Part)
    }
}

impl PartialEq for Changes {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Changes {}

impl Part for Chunk {
    fn stored(&mut self) -> &mut StoredAs {
        &mut self.stored
    }

    fn body(&self) -> Vec<u8> {
        packed::of_long_words(self.changes.iter().flat_map(|(at, key)| [at.0 as u64, *key]))
    }

    fn fill(&mut self, body: &[u8]) -> Result<(), CheckpointError> {
        let changes = packed::to_pairs(body)?;
        if changes.is_empty() || changes.len() > CHUNK_CHANGES {
            return Err(CheckpointError("a part has a wrong number of changes".to_owned()));
        }
        self.changes = changes.into_iter().map(|(at, key)| (UnixMs(at as i64), key)).collect();
        Ok(())
    }
}

/// The last time of something, by key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Times {
    /// Follows from the changes.
    #[serde(skip)]
    last: FxHashMap<u64, UnixMs>,
    /// All changes in order, so that the old ones are found without a search.
    changes: Changes,
    /// Changes that were forgotten before their time, since the process began.
    #[serde(skip)]
    crowded_out: u64,
}

impl Times {
    /// When it was last.
    pub(crate) fn get(&self, key: u64) -> Option<UnixMs> {
        self.last.get(&key).copied()
    }

    /// Notes a time, and returns the one before.
    pub(crate) fn set(&mut self, key: u64, at: UnixMs) -> Option<UnixMs> {
        self.changes.push_back((at, key));
        self.last.insert(key, at)
    }

    /// Takes back the last change.
    pub(crate) fn undo(&mut self, key: u64, before: Option<UnixMs>) {
        self.changes.pop_back();
        match before {
            Some(before) => self.last.insert(key, before),
            None => self.last.remove(&key),
        };
    }

    /// Forgets what was before `oldest`, and the oldest as long as there are more than `max` changes.
    pub(crate) fn expire(&mut self, oldest: UnixMs, max: usize) {
        while let Some((at, key)) = self.changes.front()
            && (at < oldest || self.changes.len() > max)
        {
            self.changes.pop_front();
            self.crowded_out += u64::from(at >= oldest);
            if self.last.get(&key) == Some(&at) {
                self.last.remove(&key);
            }
        }
    }

    /// What was forgotten for space since the process began.
    pub(crate) fn crowded_out(&self) -> u64 {
        self.crowded_out
    }

    pub(crate) fn parts(&mut self) -> impl Iterator<Item = &mut dyn Part> {
        self.changes.parts()
    }

    /// Makes what follows from the changes.
    pub(crate) fn complete(&mut self) -> Result<(), CheckpointError> {
        self.last = self.changes.iter().map(|(at, key)| (key, at)).collect();
        self.changes.check()
    }
}

/// All times of something, by key, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Series {
    /// Follows from the changes.
    #[serde(skip)]
    times: FxHashMap<u64, VecDeque<UnixMs>>,
    changes: Changes,
    /// Times that were forgotten before their time, since the process began.
    #[serde(skip)]
    crowded_out: u64,
}

impl Series {
    /// How often after `after`.
    pub(crate) fn count_after(&self, key: u64, after: UnixMs) -> usize {
        // Not in their order where a click was judged late; they are few.
        self.times.get(&key).map_or(0, |times| times.iter().filter(|at| **at > after).count())
    }

    /// Adds a time.
    pub(crate) fn push(&mut self, key: u64, at: UnixMs) {
        self.changes.push_back((at, key));
        self.times.entry(key).or_default().push_back(at);
    }

    /// Takes back the last change.
    pub(crate) fn undo(&mut self) {
        if let Some((_, key)) = self.changes.pop_back() {
            self.shorten(key, VecDeque::pop_back);
        }
    }

    /// Forgets what was before `oldest`, and the oldest as long as there are more than `max` times.
    pub(crate) fn expire(&mut self, oldest: UnixMs, max: usize) {
        while let Some((at, key)) = self.changes.front()
            && (at < oldest || self.changes.len() > max)
        {
            self.changes.pop_front();
            self.crowded_out += u64::from(at >= oldest);
            self.shorten(key, VecDeque::pop_front);
        }
    }

    /// What was forgotten for space since the process began.
    pub(crate) fn crowded_out(&self) -> u64 {
        self.crowded_out
    }

    pub(crate) fn parts(&mut self) -> impl Iterator<Item = &mut dyn Part> {
        self.changes.parts()
    }

    /// Makes what follows from the changes.
    pub(crate) fn complete(&mut self) -> Result<(), CheckpointError> {
        self.times.clear();
        for (at, key) in self.changes.iter() {
            self.times.entry(key).or_default().push_back(at);
        }
        self.changes.check()
    }

    fn shorten(&mut self, key: u64, end: impl Fn(&mut VecDeque<UnixMs>) -> Option<UnixMs>) {
        if let Some(times) = self.times.get_mut(&key) {
            end(times);
            if times.is_empty() {
                self.times.remove(&key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_a_queue_in_parts() {
        let (mut changes, mut plain) = (Changes::default(), VecDeque::new());
        // Grows over the first part, shrinks at both ends, and begins anew from nothing.
        for step in 0..400_000_u64 {
            let change = (UnixMs(step as i64), step);
            match step % 7 {
                0..=3 => {
                    changes.push_back(change);
                    plain.push_back(change);
                }
                4 | 5 if step > 200_000 => assert_eq!(changes.pop_front(), plain.pop_front()),
                6 if step > 300_000 => {
                    for _ in 0..3 {
                        assert_eq!(changes.pop_back(), plain.pop_back());
                    }
                }
                _ => {}
            }
            assert_eq!((changes.len(), changes.front()), (plain.len(), plain.front().copied()), "{step}");
        }
        assert!(changes.chunks.len() > 2 && changes.iter().eq(plain.iter().copied()));
        while let Some(change) = plain.pop_back() {
            assert_eq!(changes.pop_back(), Some(change));
        }
        assert_eq!((changes.pop_back(), changes.pop_front(), changes.len()), (None, None, 0));
    }
}
