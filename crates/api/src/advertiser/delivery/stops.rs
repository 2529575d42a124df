//! What stops delivery now, each with what to do: from wishes, moderation, hours and money as the store has them, then
//! from what the engine says of the ads that nothing of this stops.

use placard_edge::explain::{Of, Reason};
use placard_model::status::{Halt, Review};
use placard_model::{AdId, Money, UnixMs};
use placard_store::advertising::standing::{AdStanding, GroupStanding, Standing};
use serde::Serialize;
use std::collections::HashMap;
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

/// What stops delivery, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Stop {
    /// What it is.
    pub code: StopCode,
    /// It in few words.
    pub title: &'static str,
    /// It in a sentence, with what to do.
    pub text: String,
    /// Ads that it stops.
    pub ads_count: usize,
    /// It stops everything that was asked about, not a part of it.
    pub is_total: bool,
    /// The owner can do something about it.
    pub owner_can_act: bool,
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
            Self::NoBalance => {
                ("The balance is used up", "Top up: it goes on within a second after the money arrives.", true)
            }
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
            Self::NoAd => ("It has no ad", "Write the first one; a person reads it before it is shown.", true),
            Self::GroupStopped => ("Groups are stopped", "Start the groups that are to be shown.", true),
            Self::GroupArchived => ("Groups are archived", "Restore them from the menu of the list to use them.", true),
            Self::GroupPaused => {
                ("Groups are paused", "Ask your manager, or look at the rules of the campaign.", false)
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

    const fn is_by_staff(self) -> bool {
        matches!(self, Self::Declined | Self::PausedByStaff)
    }

    fn stop(self, ads_count: usize, is_total: bool) -> Stop {
        let (title, text, owner_can_act) = self.words();
        Stop { code: self, title, text: text.to_owned(), ads_count, is_total, owner_can_act }
    }
}

/// What stops the campaign, group or ad that was asked about: what stops all of it first. `engine` tells what the
/// engine says of the ads that nothing else stops.
pub(super) fn stops(
    standing: &Standing,
    of: Of,
    now: UnixMs,
    engine: impl Fn(&[AdId]) -> Vec<Option<Reason>>,
) -> Vec<Stop> {
    let groups: HashMap<_, _> = standing.groups.iter().map(|group| (group.id, group)).collect();
    let is_meant = |ad: &&AdStanding| match of {
        Of::Campaign(_) => true,
        Of::Group(group) => ad.group == group,
        Of::Ad(id) => ad.id == id,
    };
    let ads: Vec<&AdStanding> = standing.ads.iter().filter(is_meant).collect();
    let mut stops: Vec<Stop> = of_campaign(standing, now).into_iter().map(|code| code.stop(ads.len(), true)).collect();
    let reason = &standing.campaign.staff_reason;
    if let Some(held) = stops.iter_mut().find(|stop| stop.code.is_by_staff())
        && !reason.is_empty()
    {
        let end = if reason.ends_with(['.', '!', '?']) { "" } else { "." };
        held.text = format!("The reason: {reason}{end} You cannot start it until the network lets it go on.");
    }
    if stops.iter().any(|stop| stop.code == StopCode::Archived) {
        stops.truncate(1);
        return stops;
    }
    if standing.groups.is_empty() {
        stops.push(StopCode::NoGroup.stop(0, true));
        return stops;
    }
    if ads.is_empty() {
        if let Of::Group(group) = of {
            let code = groups.get(&group).and_then(|group| of_group(group, now));
            stops.extend(code.map(|code| code.stop(0, true)));
        }
        stops.push(StopCode::NoAd.stop(0, true));
        return stops;
    }
    // Each ad has one cause below its campaign: its group's, its own, or what the engine says.
    let mut causes: Vec<(StopCode, usize)> = Vec::new();
    let mut count = |code: StopCode| match causes.iter_mut().find(|(known, _)| *known == code) {
        Some((_, ads)) => *ads += 1,
        None => causes.push((code, 1)),
    };
    let mut free = Vec::new();
    for ad in &ads {
        let above = groups.get(&ad.group).and_then(|group| of_group(group, now));
        match above.or_else(|| of_ad(ad)) {
            Some(code) => count(code),
            None => free.push(ad.id),
        }
    }
    let mut rest = None;
    let has_total = !stops.is_empty();
    let mut running = 0;
    for reason in engine(&free) {
        let code = reason.and_then(|reason| of_engine(reason, &mut rest));
        match code {
            // What stops the whole campaign is told already, and the engine says the same of each ad.
            Some(code) if !has_total || code == StopCode::NoBlock => count(code),
            _ => running += 1,
        }
    }
    causes.sort_unstable();
    for (code, ads_count) in causes {
        let mut stop = code.stop(ads_count, running == 0 && ads_count == ads.len());
        if let (StopCode::PriceAboveRest, Some((price, rest))) = (code, rest) {
            stop.text = format!(
                "The cheapest click would cost {price} dollars, and {rest} are left after the clicks that are not \
                 billed yet. Top up, raise the limit, or bid less."
            );
        }
        stops.push(stop);
    }
    // Several causes that leave no ad stop everything together.
    if running == 0 {
        for stop in &mut stops {
            stop.is_total = true;
        }
    }
    stops
}

fn of_campaign(standing: &Standing, now: UnixMs) -> Vec<StopCode> {
    let facts = standing.campaign.state.facts(now);
    let codes = [
        (facts.archived, StopCode::Archived),
        (facts.declined, StopCode::Declined),
        (facts.paused_by_staff, StopCode::PausedByStaff),
        (!facts.wanted, StopCode::Stopped),
        (facts.paused_by_rule, StopCode::PausedByRule),
        (facts.no_balance, StopCode::NoBalance),
        (facts.total_spent, StopCode::TotalLimit),
        (facts.daily_spent, StopCode::DailyLimit),
        (facts.off_schedule, StopCode::OutsideHours),
    ];
    codes.into_iter().filter(|(holds, _)| *holds).map(|(_, code)| code).collect()
}

fn of_group(group: &GroupStanding, now: UnixMs) -> Option<StopCode> {
    let state = &group.state;
    let codes = [
        (state.archived_at.is_some(), StopCode::GroupArchived),
        (state.paused_by_staff || state.paused_by_rule, StopCode::GroupPaused),
        (!state.wanted, StopCode::GroupStopped),
        (!state.schedule.contains(now.hour_of_week()), StopCode::GroupOutsideHours),
    ];
    codes.into_iter().find(|(holds, _)| *holds).map(|(_, code)| code)
}

const fn of_ad(ad: &AdStanding) -> Option<StopCode> {
    if ad.state.archived_at.is_some() {
        return Some(StopCode::AdArchived);
    }
    match ad.state.review {
        Review::Waiting | Review::Processing => Some(StopCode::Moderation),
        Review::Rejected => Some(StopCode::Rejected),
        Review::Approved if !ad.state.wanted => Some(StopCode::AdStopped),
        Review::Approved if ad.state.is_halted_by(Halt::DeadLink) => Some(StopCode::DeadLink),
        Review::Approved if ad.state.is_halted_by(Halt::Rule) => Some(StopCode::AdPausedByRule),
        Review::Approved => None,
    }
}

fn of_engine(reason: Reason, rest: &mut Option<(Money, Money)>) -> Option<StopCode> {
    match reason {
        Reason::Format => Some(StopCode::NoBlock),
        Reason::Schedule => Some(StopCode::OutsideHours),
        Reason::Balance | Reason::TotalLimit | Reason::DailyLimit => Some(StopCode::MoneyReserved),
        Reason::PriceAboveRest { price, rest: left } => {
            *rest = Some((price, left));
            Some(StopCode::PriceAboveRest)
        }
        Reason::Pacing => Some(StopCode::Pacing),
        // The store has started it, or does not know of what the engine misses: it is on its way.
        Reason::UnknownAd | Reason::CampaignStopped | Reason::GroupStopped | Reason::AdStopped => {
            Some(StopCode::NotLoaded)
        }
        _ => None,
    }
}
