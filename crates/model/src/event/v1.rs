//! Records of the first version, as they lie in logs: those of the second, with less about their arrival.

use super::v2::EventV2;
use super::{Arrival, DecodeError, Event};
use crate::books::verdict::Verdict;
use crate::targeting::request::{PrefixHash, VisitorId};
use serde::Deserialize;

#[derive(Clone, Copy, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
pub(super) struct ArrivalV1 {
    pub(super) edge_verdict: Verdict,
    pub(super) attested: bool,
    pub(super) visitor: VisitorId,
    pub(super) visitor_yesterday: VisitorId,
    pub(super) prefix: PrefixHash,
    pub(super) rate_flag: bool,
}

impl From<ArrivalV1> for Arrival {
    fn from(old: ArrivalV1) -> Self {
        Self {
            edge_verdict: old.edge_verdict,
            attested: old.attested,
            visitor: old.visitor,
            visitor_yesterday: old.visitor_yesterday,
            prefix: old.prefix,
            prefix_yesterday: old.prefix,
            rate_flag: old.rate_flag,
        }
    }
}

/// Reads a record behind its version.
pub(super) fn decode(bytes: &[u8]) -> Result<Event, DecodeError> {
    let old: EventV2<ArrivalV1> =
        postcard::from_bytes(bytes).map_err(|error| DecodeError::Malformed(error.to_string()))?;
    Ok(old.into())
}
