//! Times by key, and lists of times by key: bounded, and with each change taken back exactly.

use placard_model::UnixMs;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The last time of something, by key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Times {
    last: FxHashMap<u64, UnixMs>,
    /// All changes in order, so that the old ones are found without a search.
    changes: VecDeque<(UnixMs, u64)>,
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
        while let Some((at, key)) = self.changes.front().copied()
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
}

/// All times of something, by key, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Series {
    times: FxHashMap<u64, VecDeque<UnixMs>>,
    changes: VecDeque<(UnixMs, u64)>,
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
        while let Some((at, key)) = self.changes.front().copied()
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

    fn shorten(&mut self, key: u64, end: impl Fn(&mut VecDeque<UnixMs>) -> Option<UnixMs>) {
        if let Some(times) = self.times.get_mut(&key) {
            end(times);
            if times.is_empty() {
                self.times.remove(&key);
            }
        }
    }
}
