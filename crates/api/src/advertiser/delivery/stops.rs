//! What stops delivery now, each with what to do: from wishes, moderation, hours and money as the store has them, then
//! from what the engine says of the ads that nothing of this stops.

use super::stop_code::{PriceAboveRest, Stop, StopCode, StopObject, StopObjectKind};
use placard_edge::explain::{Of, Reason};
use placard_model::status::{BanReason, Halt, Review};
use placard_model::targeting::WeekHours;
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::{AdId, GroupId, Hour, UnixMs};
use placard_store::advertising::standing::{AdStanding, GroupStanding, Standing};
use std::collections::{HashMap, HashSet};

/// Groups or ads that a stop names at most.
const NAMED_MAX: usize = 3;
/// Hours of a week.
const WEEK_HOURS: u8 = placard_model::targeting::WEEK_HOURS as u8;

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
    if let Some(closed) = stops.iter_mut().find(|stop| stop.code == StopCode::OutsideHours) {
        let schedule = &standing.campaign.state.schedule;
        closed.text = opens([(schedule, schedule)], now);
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
    let mut causes: Vec<(StopCode, Vec<&AdStanding>)> = Vec::new();
    let mut count = |code: StopCode, ad| match causes.iter_mut().find(|(known, _)| *known == code) {
        Some((_, ads)) => ads.push(ad),
        None => causes.push((code, vec![ad])),
    };
    let mut free = Vec::new();
    for ad in &ads {
        let above = groups.get(&ad.group).and_then(|group| of_group(group, now));
        match above.or_else(|| of_ad(ad)) {
            Some(code) => count(code, ad),
            None => free.push(ad),
        }
    }
    let mut rest = None;
    let has_total = !stops.is_empty();
    let mut running = 0;
    let free_ids: Vec<AdId> = free.iter().map(|ad| ad.id).collect();
    for (reason, ad) in engine(&free_ids).into_iter().zip(free) {
        let code = reason.and_then(|reason| of_engine(reason, &mut rest));
        match code {
            // What stops the whole campaign is told already, and the engine says the same of each ad.
            Some(code) if !has_total || code == StopCode::NoBlock => count(code, ad),
            _ => running += 1,
        }
    }
    causes.sort_unstable_by_key(|(code, _)| *code);
    for (code, stopped) in causes {
        let mut stop = code.stop(stopped.len(), running == 0 && stopped.len() == ads.len());
        name(&mut stop, &stopped, &groups, of);
        if let Some(text) = told(code, &stopped, &groups, (&standing.campaign.state.schedule, now)) {
            stop.text = text;
        }
        if let (StopCode::PriceAboveRest, Some(above @ PriceAboveRest { price, rest })) = (code, rest) {
            stop.above = Some(above);
            stop.text = format!(
                "The cheapest click would cost {}, and {} are left after the clicks that are not billed yet. Top up, raise \
                 the limit, or bid less.",
                price.text(),
                rest.text()
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

/// Names what a stop is about, where that is a part of what was asked about.
fn name(stop: &mut Stop, ads: &[&AdStanding], groups: &HashMap<GroupId, &GroupStanding>, of: Of) {
    let mut all = Vec::new();
    if stop.code.is_of_groups() && matches!(of, Of::Campaign(_)) {
        for ad in ads {
            let Some(group) = groups.get(&ad.group) else { continue };
            let (id, name) = (group.id.0, group.name.clone());
            // Ads come in the order of their numbers: those of one group may stand apart.
            if all.iter().all(|known: &StopObject| known.id != id) {
                all.push(StopObject { kind: StopObjectKind::Group, id, group_id: id, name });
            }
        }
    } else if stop.code.is_of_ads() && !matches!(of, Of::Ad(_)) {
        stop.of_count = ads.len();
        // One of each page first: who has those looked at that are named has as many pages looked at as can be.
        let mut pages = HashSet::new();
        let is_first = |ad: &&AdStanding| match &ad.halted_page {
            Some((url, _)) if stop.code == StopCode::DeadLink => pages.insert(url.clone()),
            _ => true,
        };
        let (first, others): (Vec<&AdStanding>, Vec<&AdStanding>) = ads.iter().copied().partition(is_first);
        all.extend(first.into_iter().chain(others).take(NAMED_MAX).map(|ad| StopObject {
            kind: StopObjectKind::Ad,
            id: ad.id.0,
            group_id: ad.group.0,
            name: ad.title.clone(),
        }));
    }
    stop.of_count = stop.of_count.max(all.len());
    all.truncate(NAMED_MAX);
    stop.of = all;
}

/// What can be said more exactly of what stops some ads.
fn told(
    code: StopCode,
    ads: &[&AdStanding],
    groups: &HashMap<GroupId, &GroupStanding>,
    (of_campaign, now): (&WeekHours, UnixMs),
) -> Option<String> {
    match code {
        StopCode::GroupOutsideHours => {
            let closed: HashMap<GroupId, &WeekHours> = ads
                .iter()
                .filter_map(|ad| groups.get(&ad.group))
                .map(|group| (group.id, &group.state.schedule))
                .collect();
            Some(opens(closed.into_values().map(|hours| (hours, of_campaign)), now))
        }
        StopCode::Rejected => {
            let mut reasons: Vec<u8> = ads.iter().flat_map(|ad| ad.ban_reasons.iter().copied()).collect();
            reasons.sort_unstable();
            reasons.dedup();
            let words = reasons.iter().filter_map(|id| BanReason::from_id(i64::from(*id))).map(BanReason::label);
            let words: Vec<&str> = words.take(NAMED_MAX).collect();
            let more = if reasons.len() > words.len() { ", and others" } else { "" };
            let words = words.join(", ");
            (!words.is_empty()).then(|| format!("Why: {words}{more}. Mend it and send the ads again."))
        }
        StopCode::DeadLink => {
            let (url, status) = ads.iter().find_map(|ad| ad.halted_page.as_ref())?;
            let answer = status.map_or_else(|| "does not answer".to_owned(), |status| format!("answers {status}"));
            let halted = ads.iter().filter_map(|ad| ad.halted_page.as_ref());
            let pages: HashSet<&str> = halted.map(|(url, _)| url.as_str()).collect();
            Some(match pages.len() {
                ..=1 => format!(
                    "{url} {answer}. Its ads go on by themselves as soon as it is there again: it is looked at every hour, and \
                     at once when you ask for it."
                ),
                all => format!(
                    "{url} {answer}. It is one of {all} pages that do not answer as they should. The ads of each go on by \
                     themselves as soon as it is there again: all are looked at every hour, and those of the ads that are \
                     named at once when you ask for it."
                ),
            })
        }
        _ => None,
    }
}

/// When the first of some schedules has its next hour that the schedule above it has as well.
fn opens<'a>(schedules: impl IntoIterator<Item = (&'a WeekHours, &'a WeekHours)>, now: UnixMs) -> String {
    let next = |(schedule, above): (&WeekHours, &WeekHours)| {
        (1..WEEK_HOURS).find(|hours| {
            // Both together may be more than fit.
            let hour = ((u16::from(now.hour_of_week()) + u16::from(*hours)) % u16::from(WEEK_HOURS)) as u8;
            schedule.contains(hour) && above.contains(hour)
        })
    };
    let all: Vec<Option<u8>> = schedules.into_iter().map(next).collect();
    let first = if all.len() > 1 { "The first" } else { "It" };
    let Some(hours) = all.into_iter().flatten().min() else {
        return "None of its hours is chosen, or none that its campaign has: choose some. Hours are UTC.".to_owned();
    };
    let at = Hour(now.hour().0 + i32::from(hours)).start();
    let wait = match at.since_ms(now) {
        ms if ms < HOUR_MS => plural((ms / 60_000).max(1), "minute"),
        ms if ms < 2 * DAY_MS => plural((ms + HOUR_MS / 2) / HOUR_MS, "hour"),
        ms => plural((ms + DAY_MS / 2) / DAY_MS, "day"),
    };
    let hour = at.0.rem_euclid(DAY_MS) / HOUR_MS;
    format!("{first} opens at {hour:02}:00 UTC, in {wait}, or when you change the hours.")
}

fn plural(count: i64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
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
        Review::Draft => Some(StopCode::Draft),
        Review::Approved if !ad.state.wanted => Some(StopCode::AdStopped),
        Review::Approved if ad.state.is_halted_by(Halt::DeadLink) => Some(StopCode::DeadLink),
        Review::Approved if ad.state.is_halted_by(Halt::Rule) => Some(StopCode::AdPausedByRule),
        Review::Approved => None,
    }
}

fn of_engine(reason: Reason, rest: &mut Option<PriceAboveRest>) -> Option<StopCode> {
    match reason {
        Reason::Format => Some(StopCode::NoBlock),
        Reason::Schedule => Some(StopCode::OutsideHours),
        Reason::Balance | Reason::TotalLimit | Reason::DailyLimit => Some(StopCode::MoneyReserved),
        Reason::PriceAboveRest { price, rest: left } => {
            // Of several ads the cheapest is told.
            if rest.is_none_or(|known| price < known.price) {
                *rest = Some(PriceAboveRest { price, rest: left });
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_opens_with_its_campaign() {
        // A Wednesday, half past fourteen.
        let now = UnixMs::parse("2026-11-18T14:30:00Z").unwrap();
        let midnight = now.hour_of_week() - 14;
        let at = |hours: &[u8]| hours.iter().fold(WeekHours::NONE, |all, hour| all.with(midnight + hour));
        let (afternoon, evening, campaign) = (at(&[16, 17, 40]), at(&[19]), at(&[14, 40]));
        assert!(opens([(&afternoon, &WeekHours::ALL)], now).starts_with("It opens at 16:00 UTC, in 2 hours"));
        assert!(opens([(&afternoon, &campaign)], now).starts_with("It opens at 16:00 UTC, in 26 hours"));
        let both = [(&evening, &WeekHours::ALL), (&afternoon, &WeekHours::ALL)];
        assert!(opens(both, now).starts_with("The first opens at 16:00 UTC"));
        assert!(opens([(&evening, &campaign)], now.plus_ms(4 * DAY_MS)).starts_with("None of its hours"));
    }
}
