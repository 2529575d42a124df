//! Where a reader stands in the log.

use placard_model::event::EventRef;
use serde::{Deserialize, Serialize};

/// Bits of an [`EventRef`] that tell the offset inside its partition.
const OFFSET_BITS: u32 = 56;
/// The partition of the embedded log: it has one.
pub(crate) const EMBEDDED: u8 = 0;

/// Where a reader stands: everything before it was read. Opaque; the default is the beginning.
///
/// Inside it is a list of partitions with an offset each, sorted by partition, without zero offsets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Position(Vec<(u8, u64)>);

impl Position {
    /// The bytes to store.
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_stdvec(self).expect("writing to memory does not fail")
    }

    /// Reads what [`Position::to_bytes`] made; nothing from other bytes.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let position: Self = postcard::from_bytes(bytes).ok()?;
        position.0.windows(2).all(|pair| pair[0].0 < pair[1].0).then_some(position)
    }

    /// Whether a record lies before this position.
    pub fn has_passed(&self, record: EventRef) -> bool {
        let (partition, offset) = split(record);
        offset < self.offset(partition)
    }

    /// The position that has passed only what both have passed.
    #[must_use]
    pub fn slower(&self, other: &Self) -> Self {
        let both = self.0.iter().map(|&(partition, offset)| (partition, offset.min(other.offset(partition))));
        Self(both.filter(|&(_, offset)| offset > 0).collect())
    }

    /// Bytes of the log between this position and a later one; 0 if that one is not later.
    pub fn bytes_to(&self, later: &Self) -> u64 {
        later.0.iter().map(|&(partition, offset)| offset.saturating_sub(self.offset(partition))).sum()
    }

    /// The place in the embedded log's only partition.
    pub(crate) fn embedded(offset: u64) -> Self {
        if offset == 0 { Self::default() } else { Self(vec![(EMBEDDED, offset)]) }
    }

    /// The offset in one partition; 0 where nothing was read.
    pub(crate) fn offset(&self, partition: u8) -> u64 {
        self.0.iter().find(|(p, _)| *p == partition).map_or(0, |(_, offset)| *offset)
    }
}

/// A place of the log that somebody knows of, from before the log was opened: a log that does not have it is not the one
/// that belongs to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    who: String,
    place: Place,
}

/// What is known of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A reader goes on from there.
    Reader(u64),
    /// A record begins there; it may be older than the log's retention.
    Record(u64),
}

impl Known {
    /// A reader's position; `who` is named where the log does not have it.
    pub fn reader(who: impl Into<String>, position: &Position) -> Self {
        Self { who: who.into(), place: Place::Reader(position.offset(EMBEDDED)) }
    }

    /// A record that was read.
    pub fn record(who: impl Into<String>, record: EventRef) -> Self {
        Self { who: who.into(), place: Place::Record(split(record).1) }
    }

    /// Who knows of it.
    pub fn who(&self) -> &str {
        &self.who
    }

    /// The number of the place, for messages.
    pub const fn offset(&self) -> u64 {
        match self.place {
            Place::Reader(offset) | Place::Record(offset) => offset,
        }
    }

    pub(crate) const fn place(&self) -> Place {
        self.place
    }
}

/// The reference of a record at `offset` of a partition.
pub(crate) fn join(partition: u8, offset: u64) -> EventRef {
    assert!(offset >> OFFSET_BITS == 0, "64 PiB of log lie beyond any disk");
    EventRef(u64::from(partition) << OFFSET_BITS | offset)
}

/// Partition and offset of a record.
pub(crate) fn split(record: EventRef) -> (u8, u64) {
    ((record.0 >> OFFSET_BITS) as u8, record.0 & ((1 << OFFSET_BITS) - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_stored_and_compared() {
        let position = Position(vec![(0, 7), (3, 1 << 40)]);
        assert_eq!(Position::from_bytes(&position.to_bytes()), Some(position.clone()));
        assert_eq!(Position::from_bytes(&Position::default().to_bytes()), Some(Position::default()));
        assert_eq!(Position::from_bytes(&[1]), None);
        assert_eq!(Position::from_bytes(&Position(vec![(3, 1), (0, 1)]).to_bytes()), None, "unsorted");

        assert!(position.has_passed(join(0, 6)) && !position.has_passed(join(0, 7)));
        assert!(position.has_passed(join(3, 9)) && !position.has_passed(join(1, 0)));
        assert_eq!(position.slower(&Position(vec![(3, 5)])), Position(vec![(3, 5)]));
        assert_eq!(position.slower(&Position::default()), Position::default());
        assert_eq!(Position(vec![(0, 7)]).bytes_to(&position), 1 << 40);
        assert_eq!(position.bytes_to(&Position::default()), 0);
        assert_eq!(split(join(255, 12)), (255, 12));
    }
}
