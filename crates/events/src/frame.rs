//! The form of one record in a segment.
//!
//! `length u32 · crc32 u32 · append_ms i64 · back u32 · payload`, little-endian. The checksum covers the record's own
//! offset too, so that bytes which were once written elsewhere never pass for a record here. `back` is the distance to
//! the first record of the same group: a whole record behind a damaged one, of a later group, proves that the damaged
//! one had been acknowledged, since a group is written only when all before it is durable.

use placard_model::event::EVENT_BYTES_MAX;
use placard_model::time::UnixMs;

/// Bytes before the payload.
pub(crate) const FRAME_HEADER_BYTES: usize = 20;
/// The largest record.
pub(crate) const FRAME_BYTES_MAX: usize = FRAME_HEADER_BYTES + EVENT_BYTES_MAX;

/// A record in a buffer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Frame<'a> {
    /// When it was appended.
    pub(crate) append_ms: UnixMs,
    /// Bytes from the start of its group.
    pub(crate) back: u32,
    /// The encoded event.
    pub(crate) payload: &'a [u8],
}

impl Frame<'_> {
    /// Bytes in the file.
    pub(crate) fn size(&self) -> usize {
        FRAME_HEADER_BYTES + self.payload.len()
    }
}

/// What stands at the start of a buffer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Parsed<'a> {
    /// A whole record.
    Whole(Frame<'a>),
    /// The buffer ends inside what may be a record of so many bytes.
    Short(usize),
    /// No record.
    Bad,
}

/// Appends a record to `buffer`; `offset` is its place in the log, `back` its distance from the start of its group.
pub(crate) fn put(buffer: &mut Vec<u8>, offset: u64, append_ms: UnixMs, back: u32, payload: &[u8]) {
    assert!(!payload.is_empty() && payload.len() <= EVENT_BYTES_MAX, "events have 1 to 64 Ki bytes");
    let length = payload.len() as u32;
    let crc = checksum(offset, length, append_ms.0, back, payload);
    buffer.extend_from_slice(&length.to_le_bytes());
    buffer.extend_from_slice(&crc.to_le_bytes());
    buffer.extend_from_slice(&append_ms.0.to_le_bytes());
    buffer.extend_from_slice(&back.to_le_bytes());
    buffer.extend_from_slice(payload);
}

/// Reads the record at the start of `bytes`, which lie at `offset` of the log.
pub(crate) fn parse(bytes: &[u8], offset: u64) -> Parsed<'_> {
    let Some((header, rest)) = bytes.split_first_chunk::<FRAME_HEADER_BYTES>() else {
        return Parsed::Short(FRAME_HEADER_BYTES);
    };
    let [l0, l1, l2, l3, c0, c1, c2, c3, a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3] = *header;
    let length = u32::from_le_bytes([l0, l1, l2, l3]);
    if length == 0 || length as usize > EVENT_BYTES_MAX {
        return Parsed::Bad;
    }
    let Some(payload) = rest.get(..length as usize) else {
        return Parsed::Short(FRAME_HEADER_BYTES + length as usize);
    };
    let append_ms = i64::from_le_bytes([a0, a1, a2, a3, a4, a5, a6, a7]);
    let back = u32::from_le_bytes([b0, b1, b2, b3]);
    if u32::from_le_bytes([c0, c1, c2, c3]) != checksum(offset, length, append_ms, back, payload) {
        return Parsed::Bad;
    }
    Parsed::Whole(Frame { append_ms: UnixMs(append_ms), back, payload })
}

fn checksum(offset: u64, length: u32, append_ms: i64, back: u32, payload: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&offset.to_le_bytes());
    hasher.update(&length.to_le_bytes());
    hasher.update(&append_ms.to_le_bytes());
    hasher.update(&back.to_le_bytes());
    hasher.update(payload);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_record_is_read_back_and_only_at_its_place(
            offset in 0u64..1 << 56, ms in any::<i64>(), back in any::<u32>(),
            payload in prop::collection::vec(any::<u8>(), 1..300), elsewhere in 0u64..1 << 56,
        ) {
            let mut bytes = Vec::new();
            put(&mut bytes, offset, UnixMs(ms), back, &payload);
            let frame = Frame { append_ms: UnixMs(ms), back, payload: &payload };
            prop_assert_eq!(frame.size(), bytes.len());
            prop_assert_eq!(parse(&bytes, offset), Parsed::Whole(frame));
            if elsewhere != offset {
                prop_assert_eq!(parse(&bytes, elsewhere), Parsed::Bad);
            }
        }

        #[test]
        fn no_cut_and_no_flipped_bit_passes(
            payload in prop::collection::vec(any::<u8>(), 1..100), cut in any::<prop::sample::Index>(),
            bit in any::<prop::sample::Index>(),
        ) {
            let mut bytes = Vec::new();
            put(&mut bytes, 77, UnixMs(5), 0, &payload);
            prop_assert!(!matches!(parse(&bytes[..cut.index(bytes.len())], 77), Parsed::Whole(_)));
            let bit = bit.index(bytes.len() * 8);
            bytes[bit / 8] ^= 1 << (bit % 8);
            prop_assert!(!matches!(parse(&bytes, 77), Parsed::Whole(_)));
        }

        #[test]
        fn any_bytes_are_read_without_fault(bytes in prop::collection::vec(any::<u8>(), 0..200), offset in any::<u64>()) {
            let _ = parse(&bytes, offset);
        }
    }
}
