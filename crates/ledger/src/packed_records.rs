//! Records in a checkpoint, as the log has them: what a later version of the event schema changes is read there as in
//! the log.

use placard_model::UnixMs;
use placard_model::event::{Event, EventRef, Record};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::VecDeque;

type Packed = (EventRef, UnixMs, Vec<u8>);

pub(crate) fn serialize<S: Serializer>(records: &VecDeque<Record>, serializer: S) -> Result<S::Ok, S::Error> {
    let packed: Vec<Packed> = records.iter().map(|one| (one.at, one.append_ms, one.event.encode())).collect();
    packed.serialize(serializer)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<VecDeque<Record>, D::Error> {
    let packed = Vec::<Packed>::deserialize(deserializer)?;
    let unpacked = packed.into_iter().map(|(at, append_ms, bytes)| {
        Event::decode(&bytes).map(|event| Record { at, append_ms, event }).map_err(D::Error::custom)
    });
    unpacked.collect()
}
