//! One dimension of targeting: which ads may be shown for each value that a request can have.

use crate::bits::{BitSet, Chunk, or, set_range};
use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::net::IpAddr;

/// A run of ads in the snapshot's order, end excluded. The ads of a group, and of a campaign, are one run.
pub(crate) type Run = (u32, u32);

/// Runs, ascending: the compressed form of a set that few ads are in.
#[derive(Debug, Default)]
pub(crate) struct Runs(Vec<Run>);

impl Runs {
    /// Adds a run that begins at or after the end of the last one, or repeats it.
    pub(crate) fn push(&mut self, run: Run) {
        match self.0.last_mut() {
            Some(last) if last.1 >= run.0 => last.1 = last.1.max(run.1),
            _ => self.0.push(run),
        }
    }

    /// The runs.
    pub(crate) fn as_slice(&self) -> &[Run] {
        &self.0
    }

    /// Adds all runs to a set.
    pub(crate) fn set_in(&self, chunks: &mut [Chunk]) {
        for &(start, end) in &self.0 {
            set_range(chunks, start as usize, end as usize);
        }
    }
}

/// Values that two lists both allow; none when neither list narrows anything.
pub(crate) fn both<T: Copy + PartialEq>(a: &[T], b: &[T]) -> Option<Vec<T>> {
    match (a.is_empty(), b.is_empty()) {
        (true, true) => None,
        (true, false) => Some(b.to_vec()),
        (false, true) => Some(a.to_vec()),
        (false, false) => Some(a.iter().copied().filter(|value| b.contains(value)).collect()),
    }
}

/// A dimension of few values: a plain set for each.
#[derive(Debug)]
pub(crate) struct Dense<K> {
    len: usize,
    /// Ads that the dimension does not narrow: what a value gets that nobody names.
    any: BitSet,
    any_is_full: bool,
    values: FxHashMap<K, BitSet>,
}

impl<K: Copy + Eq + Hash> Dense<K> {
    /// An empty dimension for `len` ads.
    pub(crate) fn new(len: usize) -> Self {
        Self { len, any: BitSet::empty(len), any_is_full: false, values: FxHashMap::default() }
    }

    /// Says for which values a run of ads may be shown; `None` is all.
    pub(crate) fn add(&mut self, run: Run, values: Option<impl IntoIterator<Item = K>>) {
        let (start, end) = (run.0 as usize, run.1 as usize);
        match values {
            None => set_range(&mut self.any.0, start, end),
            Some(values) => {
                for value in values {
                    let set = self.values.entry(value).or_insert_with(|| BitSet::empty(self.len));
                    set_range(&mut set.0, start, end);
                }
            }
        }
    }

    /// To be called once, when all ads were added.
    pub(crate) fn finish(&mut self) {
        self.any_is_full = self.any.is_full(self.len);
        for set in self.values.values_mut() {
            set.or(&self.any);
        }
    }

    /// The ads that may be shown for a value; `None` when the dimension narrows none.
    pub(crate) fn get(&self, value: K) -> Option<&[Chunk]> {
        if self.any_is_full { None } else { Some(&self.values.get(&value).unwrap_or(&self.any).0) }
    }

    /// The ads that may be shown for any of two values, the second of which is rare; `None` when the dimension narrows none.
    pub(crate) fn get_either<'a>(&'a self, value: K, other: K, room: &'a mut Vec<Chunk>) -> Option<&'a [Chunk]> {
        let first = self.get(value)?;
        match self.named(other).filter(|_| value != other) {
            None => Some(first),
            Some(named) => {
                room.clear();
                room.extend_from_slice(first);
                or(room, named);
                Some(room)
            }
        }
    }

    /// The set of a value that at least one ad names.
    pub(crate) fn named(&self, value: K) -> Option<&[Chunk]> {
        self.values.get(&value).map(|set| set.0.as_slice())
    }
}

/// A dimension of very many values, each named by few ads.
#[derive(Debug)]
pub(crate) struct Rare<K> {
    len: usize,
    any: BitSet,
    any_is_full: bool,
    values: FxHashMap<K, Runs>,
}

impl<K: Copy + Eq + Hash> Rare<K> {
    /// An empty dimension for `len` ads.
    pub(crate) fn new(len: usize) -> Self {
        Self { len, any: BitSet::empty(len), any_is_full: false, values: FxHashMap::default() }
    }

    /// Says for which values a run of ads may be shown; `None` is all. Runs come in ascending order.
    pub(crate) fn add(&mut self, run: Run, values: Option<impl IntoIterator<Item = K>>) {
        match values {
            None => set_range(&mut self.any.0, run.0 as usize, run.1 as usize),
            Some(values) => {
                for value in values {
                    self.values.entry(value).or_default().push(run);
                }
            }
        }
    }

    /// To be called once, when all ads were added.
    pub(crate) fn finish(&mut self) {
        self.any_is_full = self.any.is_full(self.len);
    }

    /// The ads that may be shown for any of `keys`; `None` when the dimension narrows none. `room` is used only when a
    /// key is named by somebody.
    pub(crate) fn get<'a>(
        &'a self,
        keys: impl IntoIterator<Item = K>,
        room: &'a mut Vec<Chunk>,
    ) -> Option<&'a [Chunk]> {
        if self.any_is_full {
            return None;
        }
        let mut filled = false;
        for runs in keys.into_iter().filter_map(|key| self.values.get(&key)) {
            if !filled {
                room.clone_from(&self.any.0);
                filled = true;
            }
            runs.set_in(room);
        }
        Some(if filled { room } else { &self.any.0 })
    }
}

/// An address range as a key: family, length of the prefix, and the bits of the prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Prefix {
    v6: bool,
    len: u8,
    bits: u128,
}

impl Prefix {
    /// The prefix of an address.
    pub(crate) fn of(ip: IpAddr, len: u8) -> Self {
        let (v6, bits, width) = match ip {
            IpAddr::V4(ip) => (false, u128::from(ip.to_bits()), 32),
            IpAddr::V6(ip) => (true, ip.to_bits(), 128),
        };
        let dropped = width - u32::from(len).min(width);
        Self { v6, len, bits: bits.checked_shr(dropped).unwrap_or(0) }
    }
}

/// The lengths of prefix that occur, so that a lookup tries no others.
#[derive(Debug, Default)]
pub(crate) struct PrefixLengths {
    v4: Vec<u8>,
    v6: Vec<u8>,
}

impl PrefixLengths {
    /// Notes that a range of this length occurs.
    pub(crate) fn insert(&mut self, prefix: Prefix) {
        let lengths = if prefix.v6 { &mut self.v6 } else { &mut self.v4 };
        if !lengths.contains(&prefix.len) {
            lengths.push(prefix.len);
        }
    }

    /// All ranges that could hold the address.
    pub(crate) fn prefixes(&self, ip: IpAddr) -> impl Iterator<Item = Prefix> {
        let lengths = if ip.is_ipv6() { &self.v6 } else { &self.v4 };
        lengths.iter().map(move |&len| Prefix::of(ip, len))
    }
}
