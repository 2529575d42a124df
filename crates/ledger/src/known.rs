//! What is remembered of tokens for the judgement of clicks, and how much of it.

use crate::checkpoint::Part;
use crate::evidence::{self, Evidence};
use crate::tokens::TokenSet;
use placard_model::Verdict;
use placard_model::event::{PUSH_TOKEN_AGE_MS_MAX, ServedAd, TOKEN_AGE_MS_MAX};
use placard_model::time::{HOUR_MS, Hour};
use serde::{Deserialize, Serialize};

/// How long tokens are remembered, and how many.
#[derive(Debug)]
pub(crate) struct Limits {
    /// Hours of decisions that are remembered: the age of tokens touches one more than it has, and one for late clocks.
    pub(crate) hours_kept: i32,
    /// Layers of an hour of shown tokens.
    pub(crate) layers_max: usize,
    /// The most clicked tokens that are remembered. Of further ones no click is billed, so that none is billed twice.
    pub(crate) clicked_max: usize,
}

const fn hours_of(age_ms: i64) -> i32 {
    (age_ms / HOUR_MS) as i32 + 2
}

/// Of ads on pages: 700 clicks a second for a day, in 270 to 800 MB.
const ON_PAGES: Limits =
    Limits { hours_kept: hours_of(TOKEN_AGE_MS_MAX), layers_max: evidence::LAYERS_MAX, clicked_max: 64_000_000 };
/// Of notifications: 26 clicks a second for a week, in 70 to 200 MB.
const NOTIFIED: Limits = Limits {
    hours_kept: hours_of(PUSH_TOKEN_AGE_MS_MAX),
    layers_max: evidence::PUSH_LAYERS_MAX,
    clicked_max: 16_000_000,
};

/// The limits of tokens like an ad's.
pub(crate) const fn limits_of(ad: &ServedAd) -> &'static Limits {
    if ad.is_notification() { &NOTIFIED } else { &ON_PAGES }
}

impl Limits {
    /// How many clicked tokens there may be for one more with this verdict to be remembered: half of them at most while the
    /// clicks that come are not billed. Who clicks without end and for nothing leaves the other half to those who pay. A
    /// token that finds no room here may still be billed, once.
    pub(crate) const fn clicked_max_with(&self, verdict: Verdict) -> usize {
        if verdict.is_valid() { self.clicked_max } else { self.clicked_max / 2 }
    }
}

/// What is remembered of tokens, by the hour of their decision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Known {
    on_pages: Tokens,
    notified: Tokens,
}

/// Tokens that were shown, and those that were clicked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tokens {
    pub(crate) shown: Evidence,
    pub(crate) clicked: TokenSet,
}

impl Known {
    /// Tokens like an ad's.
    pub(crate) fn of(&self, ad: &ServedAd) -> &Tokens {
        if ad.is_notification() { &self.notified } else { &self.on_pages }
    }

    /// The same, to be changed.
    pub(crate) fn of_mut(&mut self, ad: &ServedAd) -> &mut Tokens {
        self.kind_mut(ad.is_notification())
    }

    /// Tokens of notifications, or of ads on pages.
    pub(crate) fn kind_mut(&mut self, is_notification: bool) -> &mut Tokens {
        if is_notification { &mut self.notified } else { &mut self.on_pages }
    }

    /// Forgets what is too old at an hour.
    pub(crate) fn expire(&mut self, now: Hour) {
        for (tokens, limits) in [(&mut self.on_pages, &ON_PAGES), (&mut self.notified, &NOTIFIED)] {
            let oldest = Hour(now.0 - limits.hours_kept);
            tokens.shown.expire(oldest);
            tokens.clicked.expire(oldest);
        }
    }

    /// Tokens that came into a layer that was full, and clicked ones that found no room, since the process began.
    pub(crate) fn unremembered(&self) -> [(&'static str, u64); 4] {
        let Self { on_pages, notified } = self;
        [
            ("shown", on_pages.shown.crowded()),
            ("clicked", on_pages.clicked.refused()),
            ("notified", notified.shown.crowded()),
            ("notified_clicked", notified.clicked.refused()),
        ]
    }

    pub(crate) fn parts(&mut self) -> impl Iterator<Item = &mut dyn Part> {
        let Self { on_pages, notified } = self;
        [on_pages, notified].into_iter().flat_map(|tokens| tokens.shown.parts().chain(tokens.clicked.parts()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clicks_that_are_not_billed_leave_room_for_those_that_are() {
        for limits in [ON_PAGES, NOTIFIED] {
            for verdict in [Verdict::Bot, Verdict::NotShown, Verdict::RateDay, Verdict::OverBudget] {
                assert!(limits.clicked_max_with(verdict) <= limits.clicked_max_with(Verdict::Valid) / 2, "{verdict:?}");
            }
        }
    }

    #[test]
    fn tokens_are_remembered_as_long_as_they_live() {
        assert_eq!((ON_PAGES.hours_kept, NOTIFIED.hours_kept), (26, 170));
    }
}
