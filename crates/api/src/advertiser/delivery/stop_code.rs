//! What stops delivery, in words.

use placard_model::Money;
use serde::Serialize;
use utoipa::ToSchema;

/// What stops something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StopCode {
    /// It is archived.
    Archived,
    /// The network declined the campaign.
    Declined,
    /// The network paused it.
    PausedByStaff,
    /// Its owner stopped it.
    Stopped,
    /// A rule paused it.
    PausedByRule,
    /// The balance is used up.
    NoBalance,
    /// The total limit is spent.
    TotalLimit,
    /// The daily limit is spent.
    DailyLimit,
    /// The hour is not in its schedule.
    OutsideHours,
    /// There is no group.
    NoGroup,
    /// There is no ad.
    NoAd,
    /// Groups are stopped.
    GroupStopped,
    /// Groups are archived.
    GroupArchived,
    /// Groups are paused by the network or a rule.
    GroupPaused,
    /// The hour is not in the schedule of groups.
    GroupOutsideHours,
    /// Ads wait for moderation.
    Moderation,
    /// Ads were rejected.
    Rejected,
    /// Ads are drafts.
    Draft,
    /// Ads are stopped.
    AdStopped,
    /// A rule paused ads.
    AdPausedByRule,
    /// The landing page of ads does not answer.
    DeadLink,
    /// Ads are archived.
    AdArchived,
    /// No block of the network has a format of the ads.
    NoBlock,
    /// What remains is spoken for by clicks that are not billed yet, and by those that are expected.
    MoneyReserved,
    /// One click would cost more than what remains.
    PriceAboveRest,
    /// It spends evenly and is ahead of its plan.
    Pacing,
    /// Delivery does not know it yet.
    NotLoaded,
}

/// What a click would cost, and what is left for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PriceAboveRest {
    /// The cheapest click, in dollars.
    #[schema(value_type = f64)]
    pub price: Money,
    /// What is left after the clicks that are not billed yet, in dollars.
    #[schema(value_type = f64)]
    pub rest: Money,
}

/// What stops delivery, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Stop {
    /// What it is.
    pub code: StopCode,
    /// It in few words.
    pub title: &'static str,
    /// It in a sentence, with what to do.
    pub text: String,
    /// The amounts of `price_above_rest`.
    pub above: Option<PriceAboveRest>,
    /// Ads that it stops.
    pub ads_count: usize,
    /// It stops everything that was asked about, not a part of it.
    pub is_total: bool,
    /// The owner can do something about it.
    pub owner_can_act: bool,
    /// Some of the groups or ads that it is about; none where it is about the whole of what was asked about.
    pub of: Vec<StopObject>,
    /// How many there are of them.
    pub of_count: usize,
}

/// The kinds of things that stops name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StopObjectKind {
    /// A group.
    Group,
    /// An ad.
    Ad,
}

/// A group or an ad that something stops.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StopObject {
    /// What it is.
    pub kind: StopObjectKind,
    /// Its number.
    pub id: i64,
    /// The group that it is, or that it stands in.
    pub group_id: i64,
    /// Its name or title.
    pub name: String,
}

impl StopCode {
    const fn words(self) -> (&'static str, &'static str, bool) {
        match self {
            Self::Archived => ("It is archived", "Restore it from the menu of the list to use it again.", true),
            Self::Declined => ("The network declined it", "If you think that this is a mistake, write to us.", false),
            Self::PausedByStaff => ("The network paused it", "Ask your manager, or write to us.", false),
            Self::Stopped => ("It is stopped", "Nothing is shown or spent until you start it.", true),
            Self::PausedByRule => {
                ("A rule paused it", "It goes on when you start it, or take back what the rule did.", true)
            }
            Self::AdPausedByRule => (
                "A rule paused ads",
                "They go on when you start them, or take back what the rule did. The page Rules says why.",
                true,
            ),
            Self::DeadLink => (
                "A landing page does not answer",
                "Its ads go on by themselves as soon as it answers. It is looked at every hour, and at once when you start an ad.",
                true,
            ),
            Self::NoBalance => (
                "There is no money on the balance",
                "Top up: it goes on within a second after the money arrives.",
                true,
            ),
            Self::TotalLimit => (
                "The total limit is spent",
                "What is left of it is less than one click may cost. Raise the total limit to go on.",
                true,
            ),
            Self::DailyLimit => (
                "The daily limit is spent",
                "What is left of it is less than one click may cost. It goes on at 00:00 UTC, or when you raise the limit.",
                true,
            ),
            Self::OutsideHours => (
                "This hour is not in its schedule",
                "It goes on by itself in the next hour that is, or when you change the hours. Hours are UTC.",
                true,
            ),
            Self::NoGroup => ("It has no group", "Add a group: it says who sees the ads.", true),
            Self::NoAd => ("It has no ad", "Write the first one.", true),
            Self::GroupStopped => ("Groups are stopped", "Start the groups that are to be shown.", true),
            Self::GroupArchived => ("Groups are archived", "Restore them from the menu of the list to use them.", true),
            Self::GroupPaused => {
                ("Groups are paused", "A rule paused them: look at the rules, or start the groups again.", true)
            }
            Self::GroupOutsideHours => (
                "This hour is not in the schedule of groups",
                "They go on by themselves in the next hour that is, or when you change the hours. Hours are UTC.",
                true,
            ),
            Self::Moderation => {
                ("Ads wait for moderation", "A person reads them. Nothing is to be done until then.", false)
            }
            Self::Rejected => ("Ads were rejected", "Mend what the reasons name and send them again.", true),
            Self::Draft => ("Ads are drafts", "They are kept for later. Send them when they are ready.", true),
            Self::AdStopped => ("Ads are stopped", "Start the ads that are to be shown.", true),
            Self::AdArchived => ("Ads are archived", "Restore them from the menu of the list to use them.", true),
            Self::NoBlock => (
                "No block of the network has their format",
                "Let the ads support another format, or wait for a site that shows theirs.",
                true,
            ),
            Self::MoneyReserved => (
                "What is left is spoken for",
                "Clicks that are not billed yet, and those that are expected, take what is left of the balance or of a \
                 limit. It goes on when they are billed for less, or when there is more.",
                true,
            ),
            Self::PriceAboveRest => ("One click costs more than what is left", "", true),
            Self::Pacing => (
                "It is ahead of its plan for the day",
                "It spends evenly over the day and waits until its plan has caught up.",
                true,
            ),
            Self::NotLoaded => ("Delivery does not know it yet", "This takes a few seconds after a change.", false),
        }
    }

    pub(super) const fn is_by_staff(self) -> bool {
        matches!(self, Self::Declined | Self::PausedByStaff)
    }

    /// Whether it is about groups.
    pub(super) const fn is_of_groups(self) -> bool {
        matches!(self, Self::GroupStopped | Self::GroupArchived | Self::GroupPaused | Self::GroupOutsideHours)
    }

    /// Whether it is about single ads, which somebody would look for.
    pub(super) const fn is_of_ads(self) -> bool {
        matches!(
            self,
            Self::Moderation
                | Self::Rejected
                | Self::Draft
                | Self::AdStopped
                | Self::AdPausedByRule
                | Self::DeadLink
                | Self::AdArchived
                | Self::NoBlock
        )
    }

    pub(super) fn stop(self, ads_count: usize, is_total: bool) -> Stop {
        let (title, text, owner_can_act) = self.words();
        let text = text.to_owned();
        Stop { code: self, title, text, above: None, ads_count, is_total, owner_can_act, of: Vec::new(), of_count: 0 }
    }
}
