//! What billing makes of a batch of records.

use crate::postings::postings;
use placard_model::books::posting::{Operation, Posting};
use placard_model::books::settlement::Settlement;

/// What a batch of records led to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settled {
    /// In the order of the log.
    pub settlements: Vec<Settlement>,
    /// Postbacks and voids that changed nothing: repeats, of clicks that were never settled or cost nothing, or beyond the
    /// limit of conversions of one click.
    pub ignored: u32,
}

/// The postings of a batch: clicks on native ads, clicks on push ads and what was taken back are transactions of their own,
/// since histories name the first two apart and show the last by itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SettledPostings {
    /// Of clicks on native ads.
    pub clicks: Vec<Posting>,
    /// Of clicks on push ads.
    pub push_clicks: Vec<Posting>,
    /// Of voids.
    pub voids: Vec<Posting>,
}

impl Settled {
    /// The postings of all of them.
    pub fn postings(&self) -> SettledPostings {
        let of = |operation| {
            let posted = self.settlements.iter().filter(|one| one.operation() == operation);
            postings(posted)
        };
        SettledPostings {
            clicks: of(Operation::NativeClicks),
            push_clicks: of(Operation::PushClicks),
            voids: of(Operation::Void),
        }
    }
}
