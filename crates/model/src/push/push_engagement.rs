//! How well the notifications of a push campaign are answered against those of others at the same sites, and what follows from it.
//!
//! Browsers take the permission of a site whose notifications nobody wants, whoever they are of. A campaign that is clicked far less
//! than others takes fewer turns, before its sites pay for it.

use crate::books::verdict::Verdict;
use crate::settings::PushCampaigns;
use crate::time::{Day, HOUR_MS};
use std::ops::AddAssign;

/// Days that are looked at, as for the health of sites.
pub const DAYS: i32 = 28;
/// Notifications shown before which nothing is concluded.
pub const SHOWN_MIN: i64 = 1_000;
/// Clicks that others would have brought with as many notifications, before which nothing is concluded: of half as many or fewer
/// chance makes less than one in a hundred.
pub const USUAL_CLICKS_MIN: i64 = 30;
/// Notifications of others that a site must have shown to be compared at.
pub const OTHERS_SHOWN_MIN: i64 = 1_000;
/// Other advertisers that a site must have shown to be compared at, so that nobody reads one's figures from the mean;
pub const OTHERS_MIN: i64 = 3;
/// each of them so many notifications at least.
pub const OTHER_SHOWN_MIN: i64 = 100;
/// Whether it is a campaign's turn holds for a subscriber so long: who is looked at again meanwhile gets the same answer.
pub const TURN_MS: i64 = 3 * HOUR_MS;
/// A campaign that takes all of its turns.
pub const TURNS_ALL: u16 = 10_000;

/// Basis points of the whole.
const WHOLE_BP: i64 = 10_000;

/// Verdicts of first clicks on what was shown that cost nothing only for money's sake: people wanted what they clicked.
pub const UNPAID: [Verdict; 2] = [Verdict::RepeatedVisitor, Verdict::OverBudget];

/// The first day that is looked at on a day.
pub fn first_day(today: Day) -> Day {
    today.plus(1 - DAYS)
}

/// How a campaign stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Too little was shown to say.
    Unknown,
    /// As it should be.
    Good,
    /// Clicked less than others; it takes all of its turns.
    Low,
    /// Clicked far less than others: it takes fewer turns.
    HeldBack,
}

/// What was shown and clicked of a campaign, at the sites where others are shown, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Engagement {
    /// Notifications shown.
    pub shown: i64,
    /// Clicked of them, paid or not.
    pub clicked: i64,
    /// Clicks that as many notifications of others brought at the same sites, in thousandths.
    pub usual_milli: i64,
}

impl AddAssign for Engagement {
    fn add_assign(&mut self, other: Self) {
        self.shown += other.shown;
        self.clicked += other.clicked;
        self.usual_milli += other.usual_milli;
    }
}

impl Engagement {
    /// By what a campaign is judged: by its own, else by all that its advertiser showed at its sites, so that a copy does not begin
    /// anew. Says whether it is by all.
    pub const fn judged_by(self, all: Self) -> (Self, bool) {
        if self.is_known() || !all.is_known() { (self, false) } else { (all, true) }
    }

    /// Whether enough was shown to conclude anything.
    pub const fn is_known(&self) -> bool {
        self.shown >= SHOWN_MIN && self.usual_milli >= USUAL_CLICKS_MIN * 1_000
    }

    /// Clicks as a part of those that others would have brought, in basis points; none while too little is known.
    fn of_usual_bp(&self) -> Option<i64> {
        let part = i128::from(self.clicked.max(0)) * 1_000 * i128::from(WHOLE_BP) / i128::from(self.usual_milli.max(1));
        self.is_known().then(|| i64::try_from(part).unwrap_or(i64::MAX))
    }

    /// How many of [`TURNS_ALL`] turns it takes: fewer in proportion, below the part that the settings name, and never none.
    pub fn turns(&self, settings: &PushCampaigns) -> u16 {
        let low_bp = settings.low_engagement.0;
        match self.of_usual_bp() {
            Some(part) if part < low_bp => {
                let turns = part * i64::from(TURNS_ALL) / low_bp;
                turns.clamp(settings.least_turns.0.max(1), i64::from(TURNS_ALL)) as u16
            }
            _ => TURNS_ALL,
        }
    }

    /// How it stands.
    pub fn standing(&self, settings: &PushCampaigns) -> Standing {
        let low_bp = settings.low_engagement.0;
        match self.of_usual_bp() {
            None => Standing::Unknown,
            Some(part) if part < low_bp => Standing::HeldBack,
            // Half of the way to it.
            Some(part) if part < low_bp.midpoint(WHOLE_BP) => Standing::Low,
            Some(_) => Standing::Good,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::BasisPoints;

    #[test]
    fn what_is_unknown_is_judged_by_all_of_its_advertiser() {
        let of = |shown: i64| Engagement { shown, clicked: 1, usual_milli: shown * 10 };
        let (few, many, more) = (of(200), of(5_000), of(9_000));
        assert_eq!(few.judged_by(more), (more, true));
        assert_eq!(many.judged_by(more), (many, false));
        assert_eq!(few.judged_by(of(300)), (few, false));
    }

    #[test]
    fn turns_fall_with_clicks_and_never_to_none() {
        let settings = PushCampaigns {
            low_engagement: BasisPoints(5_000),
            least_turns: BasisPoints(1_000),
            ..PushCampaigns::default()
        };
        let check = |shown: i64, clicked: i64, usual: i64, standing: Standing, turns: u16| {
            let found = Engagement { shown, clicked, usual_milli: usual * 1_000 };
            assert_eq!((found.standing(&settings), found.turns(&settings)), (standing, turns), "{found:?}");
        };
        check(20_000, 100, 100, Standing::Good, TURNS_ALL);
        check(20_000, 75, 100, Standing::Good, TURNS_ALL);
        check(20_000, 74, 100, Standing::Low, TURNS_ALL);
        check(20_000, 50, 100, Standing::Low, TURNS_ALL);
        check(20_000, 49, 100, Standing::HeldBack, 9_800);
        check(20_000, 25, 100, Standing::HeldBack, 5_000);
        check(20_000, 0, 100, Standing::HeldBack, 1_000);
        // Clicks that were taken back are no less than none.
        check(20_000, -3, 100, Standing::HeldBack, 1_000);
        check(SHOWN_MIN - 1, 0, 100, Standing::Unknown, TURNS_ALL);
        check(20_000, 0, USUAL_CLICKS_MIN - 1, Standing::Unknown, TURNS_ALL);
        check(0, 0, 0, Standing::Unknown, TURNS_ALL);
        let off = PushCampaigns { low_engagement: BasisPoints(0), ..settings.clone() };
        assert_eq!(Engagement { shown: 20_000, clicked: 0, usual_milli: 100_000 }.turns(&off), TURNS_ALL);
    }
}
