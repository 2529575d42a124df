//! A dry run: what a rule would have done, hour by hour, on figures that are kept.

use super::plan::{Found, Thing, plan};
use super::{RuleSettings, RuleSums, RuleWindow};
use crate::time::{Day, Hour};
use std::collections::{BTreeMap, HashMap, VecDeque};

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
pub struct Event {
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
    pub events: Vec<Event>,
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

/// Runs a rule at the beginning of each hour after `first`, up to that of `last`.
pub fn simulate(settings: &RuleSettings, rows: &[HourRow], first: Hour, last: Hour) -> DryRun {
    let mut rows: Vec<&HourRow> = rows.iter().filter(|row| row.hour < last).collect();
    rows.sort_by_key(|row| (row.hour, row.found.thing));
    let mut courses: BTreeMap<Thing, Course> = BTreeMap::new();
    for row in &rows {
        courses.entry(row.found.thing).or_default().whole += row.found.sums;
    }
    let mut run = DryRun::default();
    let mut done_on: HashMap<Day, usize> = HashMap::new();
    let mut next = 0;
    for hour in first.0.saturating_add(1)..=last.0 {
        let now = Hour(hour);
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
            run.events.push(Event { hour: now, found, asked: planned.asks, later });
        }
    }
    run
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
