//! Sets of ads: one bit for each place in the snapshot's order.

use std::sync::atomic::{AtomicU64, Ordering};

/// Words that are folded at once; every set is padded to a multiple of them.
pub(crate) const LANES: usize = 8;
/// A run of words, wide enough for the machine's vector registers.
pub(crate) type Chunk = [u64; LANES];

const CHUNK_BITS: usize = 64 * LANES;

/// How many chunks hold `len` bits.
pub(crate) const fn chunks_for(len: usize) -> usize {
    len.div_ceil(CHUNK_BITS)
}

/// A plain set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BitSet(pub(crate) Vec<Chunk>);

/// Calls `f` with each word that `start..end` touches and the mask of the bits inside.
fn each_word(start: usize, end: usize, mut f: impl FnMut(usize, u64)) {
    if start >= end {
        return;
    }
    let (first, last) = (start / 64, (end - 1) / 64);
    for word in first..=last {
        let low = if word == first { u64::MAX << (start % 64) } else { u64::MAX };
        let high = if word == last { u64::MAX >> (63 - (end - 1) % 64) } else { u64::MAX };
        f(word, low & high);
    }
}

/// Adds `start..end` to a set.
pub(crate) fn set_range(chunks: &mut [Chunk], start: usize, end: usize) {
    each_word(start, end, |word, mask| chunks[word / LANES][word % LANES] |= mask);
}

/// Takes `start..end` out of a set.
pub(crate) fn clear_range(chunks: &mut [Chunk], start: usize, end: usize) {
    each_word(start, end, |word, mask| chunks[word / LANES][word % LANES] &= !mask);
}

/// Whether the bit is in the set.
pub(crate) fn contains(chunks: &[Chunk], bit: usize) -> bool {
    chunks[bit / CHUNK_BITS][bit / 64 % LANES] >> (bit % 64) & 1 == 1
}

/// How many bits are in the set.
pub(crate) fn count(chunks: &[Chunk]) -> u32 {
    chunks.iter().flatten().map(|word| word.count_ones()).sum()
}

/// Calls `f` with each bit of the set, ascending, word by word.
pub(crate) fn each_bit(chunks: &[Chunk], mut f: impl FnMut(usize)) {
    for (at, chunk) in chunks.iter().enumerate() {
        for (lane, &word) in chunk.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                f(at * CHUNK_BITS + lane * 64 + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }
}

impl BitSet {
    /// An empty set with room for `len` bits.
    pub(crate) fn empty(len: usize) -> Self {
        Self(vec![[0; LANES]; chunks_for(len)])
    }

    /// Whether all of the first `len` bits are in the set.
    pub(crate) fn is_full(&self, len: usize) -> bool {
        count(&self.0) as usize == len
    }

    /// Adds all of `other`.
    pub(crate) fn or(&mut self, other: &Self) {
        or(&mut self.0, &other.0);
    }
}

/// Adds all of `other` to a set of the same size.
pub(crate) fn or(chunks: &mut [Chunk], other: &[Chunk]) {
    for (chunk, other) in chunks.iter_mut().zip(other) {
        for lane in 0..LANES {
            chunk[lane] |= other[lane];
        }
    }
}

/// Takes all of `other` out of a set of the same size.
pub(crate) fn and_not(chunks: &mut [Chunk], other: &[Chunk]) {
    for (chunk, other) in chunks.iter_mut().zip(other) {
        for lane in 0..LANES {
            chunk[lane] &= !other[lane];
        }
    }
}

/// Keeps what is in `other` too.
pub(crate) fn and(chunks: &mut [Chunk], other: &[Chunk]) {
    for (chunk, other) in chunks.iter_mut().zip(other) {
        for lane in 0..LANES {
            chunk[lane] &= other[lane];
        }
    }
}

/// A set that is changed while decisions read it. Each bit is a fact of its own, so no order between them is needed.
#[derive(Debug, Default)]
pub(crate) struct AtomicBits(Vec<AtomicU64>);

impl AtomicBits {
    /// An empty set with room for `len` bits.
    pub(crate) fn empty(len: usize) -> Self {
        Self((0..chunks_for(len) * LANES).map(|_| AtomicU64::new(0)).collect())
    }

    /// Adds or removes `start..end`.
    pub(crate) fn write_range(&self, start: usize, end: usize, value: bool) {
        each_word(start, end, |word, mask| {
            // Read first: most writes repeat what is there, and a needless store would take the line from the readers.
            let now = self.0[word].load(Ordering::Relaxed) & mask;
            if value && now != mask {
                self.0[word].fetch_or(mask, Ordering::Relaxed);
            } else if !value && now != 0 {
                self.0[word].fetch_and(!mask, Ordering::Relaxed);
            }
        });
    }

    /// Whether the bit is in the set.
    pub(crate) fn contains(&self, bit: usize) -> bool {
        self.0[bit / 64].load(Ordering::Relaxed) >> (bit % 64) & 1 == 1
    }

    /// Keeps in `chunks` what is in this set too.
    pub(crate) fn and_into(&self, chunks: &mut [Chunk]) {
        for (word, atomic) in chunks.iter_mut().flatten().zip(&self.0) {
            if *word != 0 {
                *word &= atomic.load(Ordering::Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn ranges_are_their_bits(a in 0usize..1_500, b in 0usize..1_500) {
            let (start, end) = (a.min(b), a.max(b));
            let mut set = BitSet::empty(1_500);
            set_range(&mut set.0, start, end);
            let mut bits = Vec::new();
            each_bit(&set.0, |bit| bits.push(bit));
            prop_assert_eq!(bits, (start..end).collect::<Vec<_>>());
            prop_assert_eq!(count(&set.0) as usize, end - start);

            let live = AtomicBits::empty(1_500);
            live.write_range(start, end, true);
            prop_assert!((0..1_500).all(|bit| live.contains(bit) == contains(&set.0, bit)));
            clear_range(&mut set.0, start, end);
            prop_assert_eq!(count(&set.0), 0);
        }
    }
}
