//! What billing makes of a batch of records.

use crate::postings::postings;
use placard_model::posting::Posting;
use placard_model::settlement::{Settlement, SettlementKind};

/// What a batch of records led to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settled {
    /// In the order of the log.
    pub settlements: Vec<Settlement>,
    /// Postbacks and voids that changed nothing: repeats, of clicks that were never settled or cost nothing, or beyond the
    /// limit of conversions of one click.
    pub ignored: u32,
}

/// The postings of a batch: what was billed and what was taken back are two transactions, since histories show the one by
/// day and the other by itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SettledPostings {
    /// Of clicks.
    pub clicks: Vec<Posting>,
    /// Of voids.
    pub voids: Vec<Posting>,
}

impl Settled {
    /// The postings of all of them.
    pub fn postings(&self) -> SettledPostings {
        let (voids, clicks): (Vec<_>, Vec<_>) =
            self.settlements.iter().cloned().partition(|one| matches!(one.kind, SettlementKind::Void { .. }));
        SettledPostings { clicks: postings(&clicks), voids: postings(&voids) }
    }
}
