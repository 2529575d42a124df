//! How often one token writes to the log: a report that comes again is acknowledged, for the first one lies there, but
//! only the first few are written. Billing and statistics take one of each anyway.
//!
//! What is valid has its own number, so that nobody's preview or robot uses up what a visitor's own report needs.

use placard_model::event::{EventRef, TokenId};
use quick_cache::sync::Cache;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// Valid events of one token and kind that are written.
const VALID_MAX: u8 = 4;
/// Events of one token and kind that are written though a rule of the edge fails.
const OTHERS_MAX: u8 = 8;
/// Tokens that are remembered, about 100 bytes each. Of one that was forgotten events are written again: the ledger has
/// the last word.
const TOKENS_MAX: usize = 500_000;

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Show,
    ConfirmedShow,
    Click,
}

impl Kind {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Show => "show",
            Self::ConfirmedShow => "view",
            Self::Click => "click",
        }
    }
}

#[derive(Default)]
struct Count {
    /// On their way to the log, or there.
    taken: AtomicU8,
    /// In the log.
    durable: AtomicU8,
}

#[derive(Default)]
struct OfToken {
    valid: Count,
    others: Count,
    /// The last click of the token in the log; 0: none.
    click: AtomicU64,
}

/// Whether an event is to be written.
pub(super) enum Turn {
    /// It is.
    Write(Permit),
    /// It was often enough, and lies in the log. For clicks: the last one there.
    Enough(Option<EventRef>),
    /// Others of the token are on their way to the log, and none has arrived there.
    Busy,
}

/// An event on its way to the log. Dropped without [`Permit::written`] it does not count.
pub(super) struct Permit {
    of: Arc<OfToken>,
    valid: bool,
    /// No other valid one of this token and kind came before.
    pub(super) is_first_valid: bool,
    done: bool,
}

/// The events of tokens, as far as they are remembered.
pub(super) struct Writes(Cache<(TokenId, Kind), Arc<OfToken>>);

impl Default for Writes {
    fn default() -> Self {
        Self(Cache::new(TOKENS_MAX))
    }
}

impl Writes {
    /// Asks whether an event of a token is to be written.
    pub(super) fn begin(&self, token: TokenId, kind: Kind, valid: bool) -> Turn {
        let key = (token, kind);
        let of = match self.0.get_or_insert_with(&key, || Ok::<_, std::convert::Infallible>(Arc::default())) {
            Ok(of) => of,
            Err(never) => match never {},
        };
        let (count, max) = if valid { (&of.valid, VALID_MAX) } else { (&of.others, OTHERS_MAX) };
        let more = |taken: u8| (taken < max).then_some(taken + 1);
        match count.taken.fetch_update(Ordering::AcqRel, Ordering::Acquire, more) {
            Ok(before) => {
                let is_first_valid = valid && before == 0;
                Turn::Write(Permit { of, valid, is_first_valid, done: false })
            }
            Err(_) if count.durable.load(Ordering::Acquire) > 0 => {
                metrics::counter!("placard_events_repeated_total", "kind" => kind.name()).increment(1);
                let click = of.click.load(Ordering::Acquire);
                Turn::Enough((click != 0).then_some(EventRef(click)))
            }
            Err(_) => Turn::Busy,
        }
    }
}

impl Permit {
    /// The event is in the log.
    pub(super) fn written(mut self, at: EventRef) {
        self.done = true;
        self.of.click.store(at.0, Ordering::Release);
        self.count().durable.fetch_add(1, Ordering::AcqRel);
    }

    fn count(&self) -> &Count {
        if self.valid { &self.of.valid } else { &self.of.others }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if !self.done {
            self.count().taken.fetch_sub(1, Ordering::AcqRel);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_writes_a_few_times() {
        let writes = Writes::default();
        let token = TokenId([1; 12]);
        let begin = |valid| writes.begin(token, Kind::Click, valid);
        let write = |valid, at: u64| match begin(valid) {
            Turn::Write(permit) => {
                let first = permit.is_first_valid;
                permit.written(EventRef(at));
                Some(first)
            }
            _ => None,
        };
        for at in 0..u64::from(OTHERS_MAX) {
            assert_eq!(write(false, 10 + at), Some(false));
        }
        assert_eq!(write(false, 50), None);
        // Not written: it does not count.
        assert!(matches!(begin(true), Turn::Write(permit) if permit.is_first_valid));
        assert_eq!(write(true, 20), Some(true));
        for at in 1..u64::from(VALID_MAX) {
            assert_eq!(write(true, 20 + at), Some(false));
        }
        assert!(matches!(begin(true), Turn::Enough(Some(EventRef(23)))));
        assert!(matches!(writes.begin(token, Kind::Show, true), Turn::Write(_)), "another kind");
    }

    #[test]
    fn nothing_is_acknowledged_before_one_is_in_the_log() {
        let writes = Writes::default();
        let begin = || writes.begin(TokenId([1; 12]), Kind::Show, true);
        let mut on_their_way = Vec::new();
        while let Turn::Write(permit) = begin() {
            on_their_way.push(permit);
        }
        assert_eq!(on_their_way.len(), usize::from(VALID_MAX));
        assert!(matches!(begin(), Turn::Busy));
        on_their_way.pop();
        assert!(matches!(begin(), Turn::Write(_)), "one was not written");
        on_their_way.pop().unwrap().written(EventRef(1));
        while let Turn::Write(permit) = begin() {
            on_their_way.push(permit);
        }
        assert!(matches!(begin(), Turn::Enough(_)));
    }
}
