//! Which shows and confirmed shows count.

use crate::checkpoint::{self, CheckpointError};
use crate::tokens::{TokenSet, token_key};
use placard_model::Verdict;
use placard_model::event::{Event, Record};
use placard_model::time::{HOUR_MS, Hour};
use serde::{Deserialize, Serialize};

/// A show counts up to this long after the decision.
const SHOW_AGE_MS_MAX: i64 = HOUR_MS;
/// Hours of decisions that are remembered: an age of [`SHOW_AGE_MS_MAX`] touches two.
const HOURS_KEPT: i32 = 2;
/// The most tokens that are remembered for each kind of show.
const TOKENS_MAX: usize = 8_000_000;

/// Judges shows and confirmed shows in the order of the log. Asks for nothing else, so after a restart it is the same
/// again from a checkpoint, or from reading the last two hours of the log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shows {
    shown: TokenSet,
    confirmed: TokenSet,
}

impl Shows {
    /// The verdict on a show or a confirmed show; nothing for other events. The first valid one of a token counts.
    pub fn judge(&mut self, record: &Record) -> Option<Verdict> {
        let (seen, ad, arrival) = match &record.event {
            Event::Show { ad, arrival } => (&mut self.shown, ad, arrival),
            Event::ConfirmedShow { ad, arrival } => (&mut self.confirmed, ad, arrival),
            _ => return None,
        };
        let decided_at = ad.served.decided_at;
        let verdict = if !arrival.edge_verdict.is_valid() {
            arrival.edge_verdict
        } else if record.append_ms.since_ms(decided_at) > SHOW_AGE_MS_MAX {
            Verdict::Stale
        } else if seen.insert(decided_at.hour(), token_key(ad.token)) {
            Verdict::Valid
        } else {
            Verdict::RepeatedToken
        };
        seen.expire(Hour(record.append_ms.hour().0 - HOURS_KEPT), TOKENS_MAX);
        Some(verdict)
    }

    /// The bytes to store.
    pub fn checkpoint(&self) -> Vec<u8> {
        checkpoint::write(self)
    }

    /// Reads what [`Shows::checkpoint`] made.
    pub fn restore(bytes: &[u8]) -> Result<Self, CheckpointError> {
        checkpoint::read(bytes)
    }
}
