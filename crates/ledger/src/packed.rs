//! Long lists of numbers in a checkpoint: as one piece of bytes, which is written and read at once.

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Words of 32 bits, little-endian.
#[derive(Clone, Debug)]
pub(crate) struct Words(pub(crate) Vec<u32>);

impl Serialize for Words {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bytes: Vec<u8> = self.0.iter().flat_map(|word| word.to_le_bytes()).collect();
        serializer.serialize_bytes(&bytes)
    }
}

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_bytes(WordsVisitor)
    }
}

struct WordsVisitor;

impl Visitor<'_> for WordsVisitor {
    type Value = Words;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("words of four bytes")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Words, E> {
        let (words, rest) = bytes.as_chunks::<4>();
        if !rest.is_empty() {
            return Err(E::invalid_length(bytes.len(), &self));
        }
        Ok(Words(words.iter().map(|word| u32::from_le_bytes(*word)).collect()))
    }
}
