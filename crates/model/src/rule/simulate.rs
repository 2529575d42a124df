//! A dry run: what a rule would have done, hour by hour, on figures that are kept.

use super::plan::{Found, Thing, plan};
use super::{RuleSettings, RuleSums, RuleWindow};
use crate::time::{Day, Hour};
use std::collections::{BTreeMap, HashMap, VecDeque};

/// The most that is looked at in a dry run: things, each once an hour. It takes some seconds.
pub const STEPS_MAX: usize = 20_000_000;

/// Figures of a thing in an hour. What was before the first hour of a dry run may stand in any hour of its day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HourRow {
    /// The hour.
    pub hour: Hour,
    /// Of what.
    pub found: Found,
}

/// Something that would have been done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimulatedAct {
    /// At the beginning of which hour.
    pub hour: Hour,
    /// To what, and what was seen.
    pub found: Found,
    /// It would have asked first.
    pub asked: bool,
    /// What the same thing brought and cost from then on until the end.
    pub later: RuleSums,
}

/// A dry run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DryRun {
    /// What would have been done, oldest first.
    pub events: Vec<SimulatedAct>,
    /// Everything that the rule looks at, over the days of the dry run.
    pub total: RuleSums,
    /// Passes.
    pub passes: u32,
    /// In one of them nothing that delivers would have been left.
    pub stops_everything: bool,
}

/// A thing over time.
#[derive(Default)]
struct Course {
    /// Sums by day, for windows that forget.
    days: VecDeque<(Day, RuleSums)>,
    /// The sums of the window.
    window: RuleSums,
    /// All that was counted so far, and all there is.
    so_far: RuleSums,
    whole: RuleSums,
    acted: Option<Hour>,
    is_stopped: bool,
}

/// Runs a rule at the beginning of each hour after `first`, up to that of `last`; ends early where it is over. None when there are so many
/// things that more than [`STEPS_MAX`] would be looked at.
pub fn simulate(
    settings: &RuleSettings,
    rows: &[HourRow],
    first: Hour,
    last: Hour,
    is_over: impl Fn() -> bool,
) -> Option<DryRun> {
    let mut rows: Vec<&HourRow> = rows.iter().filter(|row| row.hour < last).collect();
    rows.sort_by_key(|row| (row.hour, row.found.thing));
    let mut courses: BTreeMap<Thing, Course> = BTreeMap::new();
    for row in &rows {
        courses.entry(row.found.thing).or_default().whole += row.found.sums;
    }
    let hours = usize::try_from(last.0.saturating_sub(first.0)).unwrap_or_default();
    if courses.len().saturating_mul(hours) > STEPS_MAX {
        return None;
    }
    let mut run = DryRun::default();
    let mut done_on: HashMap<Day, usize> = HashMap::new();
    let mut next = 0;
    for hour in first.0.saturating_add(1)..=last.0 {
        let now = Hour(hour);
        if is_over() {
            break;
        }
        while let Some(row) = rows.get(next).filter(|row| row.hour < now) {
            if let Some(course) = courses.get_mut(&row.found.thing) {
                count(settings, course, row.hour.day(), row.found.sums);
            }
            if row.hour >= first {
                run.total += row.found.sums;
            }
            next += 1;
        }
        let today = now.day();
        for course in courses.values_mut() {
            forget(settings, course, today);
        }
        run.passes += 1;
        let found: Vec<Found> = courses
            .iter()
            .filter(|(_, course)| !course.window.is_empty())
            .map(|(thing, course)| Found { thing: *thing, sums: course.window })
            .collect();
        let is_open = |thing: &Thing| {
            courses.get(thing).is_some_and(|course| {
                let is_cooling = course.acted.is_some_and(|at| hour - at.0 < i32::from(settings.cooldown_hours));
                !course.is_stopped && !is_cooling
            })
        };
        let done = done_on.entry(today).or_default();
        let left = usize::from(settings.actions_a_day).saturating_sub(*done);
        let planned = plan(settings, &found, is_open, left);
        run.stops_everything |= planned.stops_everything;
        *done += planned.acts.len();
        for found in planned.acts {
            let Some(course) = courses.get_mut(&found.thing) else { continue };
            course.acted = Some(now);
            course.is_stopped = settings.action.kind.stops() && !planned.asks;
            let mut later = course.whole;
            later -= course.so_far;
            run.events.push(SimulatedAct { hour: now, found, asked: planned.asks, later });
        }
    }
    Some(run)
}

fn count(settings: &RuleSettings, course: &mut Course, day: Day, sums: RuleSums) {
    course.so_far += sums;
    course.window += sums;
    if settings.window != RuleWindow::Lifetime {
        match course.days.back_mut() {
            Some((last, of_day)) if *last == day => *of_day += sums,
            _ => course.days.push_back((day, sums)),
        }
    }
}

fn forget(settings: &RuleSettings, course: &mut Course, today: Day) {
    let Some(first) = settings.first_day(today) else { return };
    while let Some((_, sums)) = course.days.front().copied().filter(|(day, _)| *day < first) {
        course.window -= sums;
        course.days.pop_front();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::CampaignId;
    use crate::money::Money;
    use crate::rule::{RuleAction, RuleActionKind, RuleComparison, RuleCondition, RuleMetric, RuleSubject};
    use proptest::prelude::*;
    use std::collections::HashSet;

    fn rule(window: RuleWindow, days: u16, stops: bool, ask_percent: u8, cooldown_hours: u16) -> RuleSettings {
        let kind = if stops { RuleActionKind::Block } else { RuleActionKind::Tell };
        RuleSettings {
            name: "x".to_owned(),
            subject: RuleSubject::Site,
            campaigns: Vec::new(),
            conditions: vec![
                RuleCondition {
                    metric: RuleMetric::Spent,
                    comparison: RuleComparison::Over,
                    value: Money::from_dollars(20),
                },
                RuleCondition {
                    metric: RuleMetric::Leads,
                    comparison: RuleComparison::AtMost,
                    value: Money::from_dollars(1),
                },
            ],
            window,
            window_days: days,
            least_shows: 0,
            least_clicks: 2,
            action: RuleAction { kind, value: None, bound: None },
            cooldown_hours,
            actions_a_day: 3,
            ask_percent,
            tells_by_mail: false,
        }
    }

    /// The same as passes do it: each hour asks anew for the sums of the window, and for what was done before.
    fn passes(settings: &RuleSettings, rows: &[HourRow], first: Hour, last: Hour) -> Vec<(Hour, Thing, bool)> {
        let mut done: Vec<(Hour, Thing, bool)> = Vec::new();
        for now in (first.0 + 1..=last.0).map(Hour) {
            let from = settings.first_day(now.day()).map_or(i32::MIN, |day| day.first_hour().0);
            let mut sums: BTreeMap<Thing, RuleSums> = BTreeMap::new();
            for row in rows.iter().filter(|row| row.hour.0 >= from && row.hour < now) {
                *sums.entry(row.found.thing).or_default() += row.found.sums;
            }
            let found: Vec<Found> = sums
                .into_iter()
                .map(|(thing, sums)| Found { thing, sums })
                .filter(|found| !found.sums.is_empty())
                .collect();
            let stopped: HashSet<Thing> = done
                .iter()
                .filter(|(_, _, asked)| settings.action.kind.stops() && !asked)
                .map(|(_, thing, _)| *thing)
                .collect();
            let cools = |thing: &Thing| {
                done.iter().any(|(at, of, _)| of == thing && now.0 - at.0 < i32::from(settings.cooldown_hours))
            };
            let left = 3 - done.iter().filter(|(at, ..)| at.day() == now.day()).count();
            let planned = plan(settings, &found, |thing| !stopped.contains(thing) && !cools(thing), left);
            done.extend(planned.acts.iter().map(|found| (now, found.thing, planned.asks)));
        }
        done
    }

    #[test]
    fn a_dry_run_is_bounded() {
        let begin = Day(20_000).first_hour();
        let found = |id| Found { thing: Thing { campaign: CampaignId(1), id }, sums: RuleSums::default() };
        let rows: Vec<HourRow> = (0..1_000).map(|id| HourRow { hour: begin, found: found(id) }).collect();
        let settings = rule(RuleWindow::Today, 1, true, 0, 1);
        let run = |hours: i32, is_over: bool| {
            simulate(&settings, &rows, begin, Hour(begin.0 + hours), || is_over).map(|run| run.passes)
        };
        assert_eq!(run(24, false), Some(24));
        assert_eq!(run(20_001, false), None);
        assert_eq!(run(20_000, true), Some(0));
    }

    proptest! {
        #[test]
        fn a_dry_run_does_what_passes_do(
            facts in prop::collection::vec((0..120i32, 0..4i64, 0..20i64, 0..5i64, 0..2i64), 0..60),
            window in prop::sample::select(vec![RuleWindow::Today, RuleWindow::LastDays, RuleWindow::Lifetime]),
            (days, stops, ask, cooldown) in (1..5u16, any::<bool>(), prop::sample::select(vec![0, 40, 100]), 1..60u16),
        ) {
            let settings = rule(window, days, stops, ask, cooldown);
            let begin = Day(20_000).first_hour();
            let rows: Vec<HourRow> = facts
                .into_iter()
                .map(|(hour, id, dollars, clicks, approved)| HourRow {
                    hour: Hour(begin.0 + hour),
                    found: Found {
                        thing: Thing { campaign: CampaignId(id % 2), id },
                        sums: RuleSums { clicks, approved, spent: Money::from_dollars(dollars), ..RuleSums::default() },
                    },
                })
                .collect();
            // Two days before it begins count in its windows only.
            let (first, last) = (Hour(begin.0 + 48), Hour(begin.0 + 120));
            let run = simulate(&settings, &rows, first, last, || false).unwrap();
            let events: Vec<_> = run.events.iter().map(|event| (event.hour, event.found.thing, event.asked)).collect();
            prop_assert_eq!(events, passes(&settings, &rows, first, last));
            for event in &run.events {
                let later = rows.iter().filter(|row| row.found.thing == event.found.thing && row.hour >= event.hour);
                let mut sums = RuleSums::default();
                later.for_each(|row| sums += row.found.sums);
                prop_assert_eq!(event.later, sums);
            }
        }
    }
}
