//! Long lists of numbers as bytes, little-endian: the bodies of parts.

use crate::checkpoint::CheckpointError;

/// The bytes of words of 32 bits.
pub(crate) fn of_words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// What [`of_words`] made.
pub(crate) fn to_words(bytes: &[u8]) -> Result<Vec<u32>, CheckpointError> {
    let (words, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() {
        return Err(CheckpointError("a part ends within a number".to_owned()));
    }
    Ok(words.iter().map(|word| u32::from_le_bytes(*word)).collect())
}

/// The bytes of words of 64 bits.
pub(crate) fn of_long_words(words: impl Iterator<Item = u64>) -> Vec<u8> {
    words.flat_map(u64::to_le_bytes).collect()
}

/// What [`of_long_words`] made of pairs.
pub(crate) fn to_pairs(bytes: &[u8]) -> Result<Vec<(u64, u64)>, CheckpointError> {
    let (words, rest) = bytes.as_chunks::<8>();
    let (pairs, odd) = words.as_chunks::<2>();
    if !rest.is_empty() || !odd.is_empty() {
        return Err(CheckpointError("a part ends within a pair".to_owned()));
    }
    Ok(pairs.iter().map(|[a, b]| (u64::from_le_bytes(*a), u64::from_le_bytes(*b))).collect())
}
