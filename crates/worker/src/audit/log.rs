//! The log again: every click and postback against its settlement, every show and request against the statistics.

use super::voids::Voids;
use super::{Ends, ROWS_PER_STEP, Report};
use crate::feeds::billing::WARM_UP_MS;
use crate::feeds::facts::WARM_UP_MS as SHOWS_WARM_UP_MS;
use crate::feeds::set_aside::{Detours, Piece};
use crate::readers::FACTS;
use crate::state::WorkerState;
use anyhow::Context;
use placard_events::{Batch, Gap, LogError, Position};
use placard_ledger::{LOOK_AHEAD_MS, Replayed, Shows, State};
use placard_model::books::settlement::{ConversionChange, SettlementKind};
use placard_model::event::{CONVERSIONS_PER_CLICK_MAX, Event, EventRef, Record};
use placard_model::money::CONVERSION_MAX;
use placard_model::time::DAY_MS;
use placard_model::{Day, Money, UnixMs, Verdict};
use placard_stats::{DaysKnown, FactDelta, OpportunityDelta, Tally, TallyKind};
use placard_store::billing::audit_rows::{self as rows, Row};
use placard_store::billing::settlements;
use placard_store::billing::settling;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use tokio_util::task::AbortOnDropHandle;

/// Requests are written some seconds after the hour that they are counted in: a day is complete when the next has begun
/// for so long.
const LATE_REQUESTS_MS: i64 = DAY_MS / 2;

/// Verdicts that are always kept, whether they are waited for or not.
const VERDICTS_MIN: usize = 50_000;

/// Lost parts of the log, and what cannot be compared because of them.
struct Gaps(Vec<Gap>);

impl Gaps {
    fn of(app: &WorkerState, report: &mut Report) -> Self {
        let gaps = app.log.gaps();
        report.lost = gaps
            .iter()
            .map(|gap| {
                format!(
                    "positions {} to {} of the event log, written after {} and before {}: clicks in it that were settled \
                     stay settled, others are gone; shows of these days are not compared",
                    gap.from, gap.to, gap.before_ms, gap.after_ms
                )
            })
            .collect();
        Self(gaps)
    }

    /// Whether the rules may say something else at this moment, because they lack what is lost.
    fn touch(&self, moment: UnixMs) -> bool {
        self.0.iter().any(|gap| (gap.before_ms..gap.after_ms.plus_ms(WARM_UP_MS)).contains(&moment))
    }

    fn touch_day(&self, day: Day) -> bool {
        self.0.iter().any(|gap| (gap.before_ms.day()..=gap.after_ms.plus_ms(SHOWS_WARM_UP_MS).day()).contains(&day))
    }

    fn contain(&self, record: EventRef) -> bool {
        self.0.iter().any(|gap| gap.contains(record))
    }
}

/// A pass over the log.
struct Pass<'a> {
    app: &'a WorkerState,
    report: &'a mut Report,
    /// The rules, with the verdicts that were stored.
    state: State,
    /// Verdicts on what waits in the state, and on some that waited.
    verdicts: HashMap<EventRef, Verdict>,
    /// With so many those that wait no more are dropped.
    verdicts_max: usize,
    gaps: Gaps,
    /// What billing has set aside.
    billing_detours: Detours,
    /// What statistics have set aside.
    facts_detours: Detours,
    /// The rules remember enough from then on.
    trusted_from: UnixMs,
    /// They did for the last record.
    is_trusted: bool,
    /// Clicks and postbacks without a settlement that may still get one.
    unsettled: Vec<(EventRef, UnixMs, &'static str)>,
    /// The last record that was compared with settlements.
    compared_to: Option<EventRef>,
    /// The newest record that has a settlement.
    settled_to: EventRef,
    voids: Voids,
    shows: Shows,
    /// How far billing is.
    billed: Position,
    /// How far shows and requests were counted.
    counted: Position,
    counts: [Counts; 2],
    /// Facts of earlier days are kept without their hours.
    hours_since: Day,
}

/// The days of one kind of facts.
struct Counts {
    kind: TallyKind,
    days: BTreeMap<Day, Tally>,
    /// What the facts had when it began.
    known: DaysKnown,
    /// Days before were not counted whole.
    first: Day,
    compared_to: Option<Day>,
}

/// Reads the log once, as far as it is kept.
pub(super) async fn check(app: &WorkerState, ends: &Ends, report: &mut Report) -> anyhow::Result<()> {
    let counted_to = match ends.facts.log.as_slice() {
        [] => Position::default(),
        bytes => Position::from_bytes(bytes).context("the facts' position is unreadable")?,
    };
    let reader = Arc::clone(app);
    let first = tokio::task::spawn_blocking(move || reader.log.read(&Position::default(), 1, None)).await??;
    let cut_at = match (first.events.first(), is_cut(app)) {
        (Some(first), true) => Some(first.append_ms),
        // Nothing is left of it: no day is whole.
        (None, true) => Some(Day(i32::MAX / 2).start()),
        (_, false) => None,
    };
    let whole_day = |after: UnixMs| after.plus_ms(DAY_MS - 1).day();
    let first_day = cut_at.map_or(Day(i32::MIN), |at| whole_day(at.plus_ms(SHOWS_WARM_UP_MS)));
    let mut counts = Vec::new();
    for kind in [TallyKind::Shows, TallyKind::Requests] {
        let stats = Arc::clone(app);
        let (_, known) = tokio::task::spawn_blocking(move || stats.stats.days_of(kind)).await??;
        let days = known.days().filter(|day| *day >= first_day).map(|day| (day, Tally::new(kind))).collect();
        counts.push(Counts { kind, days, known, first: first_day, compared_to: None });
    }
    let counts: [Counts; 2] = counts.try_into().map_err(|_| anyhow::anyhow!("two kinds are counted"))?;
    if let Some(first) = first.events.first()
        && let Some(at) = cut_at
    {
        report.note(format!("the log begins at {at} (record {}): what is older was not judged again", first.at.0));
    }
    let gaps = Gaps::of(app, report);
    let mut pass = Pass {
        gaps,
        billing_detours: Detours::load(app, settling::FEED).await?,
        facts_detours: Detours::load(app, FACTS).await?,
        app,
        report,
        state: State::default(),
        verdicts: HashMap::new(),
        verdicts_max: VERDICTS_MIN,
        trusted_from: cut_at.map_or(UnixMs(i64::MIN), |at| at.plus_ms(WARM_UP_MS)),
        is_trusted: false,
        unsettled: Vec::new(),
        compared_to: None,
        settled_to: EventRef(0),
        voids: Voids::default(),
        shows: Shows::default(),
        billed: ends.billed.clone(),
        counted: Position::default(),
        counts,
        hours_since: ends.kept.hours_since,
    };
    let mut position = Position::default();
    let mut reading = Some(Step::read(app, position.clone(), &ends.billed, None));
    while let Some(step) = reading.take() {
        let Step { batch, settled } = match step.await? {
            Err(error) if matches!(error.downcast_ref(), Some(LogError::Retired { .. })) => {
                pass.report
                    .note("the log was not judged again: its beginning was removed while it was read".to_owned());
                return Ok(());
            }
            step => step?,
        };
        let billed = batch.events.iter().take_while(|record| ends.billed.has_passed(record.at)).count();
        let compared_to = batch.events[..billed].last().map(|record| record.at).or(pass.compared_to);
        let counted = batch.events.iter().take_while(|record| counted_to.has_passed(record.at)).count();
        let is_over = billed < batch.events.len() && counted < batch.events.len();
        if !batch.at_end && !is_over {
            reading = Some(Step::read(app, batch.next.clone(), &ends.billed, compared_to));
        }
        pass.billing_detours.unreadable(&batch)?;
        let next = ends.billed.slower(&batch.next);
        pass.compare(&batch.events[..billed], &settled).await?;
        pass.voids.take(&batch.events[..billed], &pass.billing_detours);
        pass.judge(&position, &batch.events[..billed], &next).await?;
        pass.count(&batch.events[..counted], &counted_to);
        if let Some(last) = batch.events[..counted].last() {
            pass.compare_days(Some(last.append_ms)).await?;
        }
        position = batch.next;
        pass.billing_detours.moved_to(&position);
    }
    pass.counted = counted_to;
    pass.end_judging();
    let voids = std::mem::take(&mut pass.voids);
    let is_known = |settled_at| pass.trusted_from <= settled_at && !pass.gaps.touch(settled_at);
    voids.compare(app, &is_known, pass.report).await?;
    pass.compare_days(None).await
}

/// A step through the log, which is read while the step before is judged.
struct Step {
    batch: Batch,
    /// The settlements of its clicks and postbacks, as far as billing is.
    settled: Vec<Row>,
}

impl Step {
    /// Reads on from a position; settlements of records up to `compared_to` were read before.
    fn read(
        app: &WorkerState,
        from: Position,
        billed: &Position,
        compared_to: Option<EventRef>,
    ) -> AbortOnDropHandle<anyhow::Result<Self>> {
        let (app, billed) = (Arc::clone(app), billed.clone());
        AbortOnDropHandle::new(tokio::spawn(async move {
            let reader = Arc::clone(&app);
            let read = move || reader.log.read(&from, ROWS_PER_STEP as usize, None);
            let batch = tokio::task::spawn_blocking(read).await??;
            let mut records = batch.events.iter().take_while(|record| billed.has_passed(record.at));
            let Some(first) = records.next() else { return Ok(Self { batch, settled: Vec::new() }) };
            let last = records.last().unwrap_or(first).at;
            let from = compared_to.map_or(first.at, |before| EventRef(before.0 + 1));
            let read = async move |conn: &placard_store::Conn| {
                let mut settled = rows::clicks_of_records(conn, from, last).await?;
                settled.extend(rows::postbacks_of_records(conn, from, last).await?);
                Ok(settled)
            };
            let settled = app.store.read("audit_of_records", read).await?;
            Ok(Self { batch, settled })
        }))
    }
}

/// Whether the log's beginning was removed.
fn is_cut(app: &WorkerState) -> bool {
    matches!(app.log.get(EventRef(0)), Err(LogError::Retired { .. }))
}

impl Pass<'_> {
    /// Compares clicks and postbacks with their settlements.
    async fn compare(&mut self, records: &[Record], found: &[Row]) -> anyhow::Result<()> {
        let Some(last) = records.last() else { return Ok(()) };
        self.compared_to = Some(last.at);
        let mut by_record: HashMap<EventRef, &Row> = found.iter().map(|row| (row.record, row)).collect();
        self.settled_to =
            found.iter().map(|row| row.record).max().map_or(self.settled_to, |at| self.settled_to.max(at));
        self.verdicts
            .extend(found.iter().filter_map(|row| Some((row.record, row.stored.as_ref().ok()?.settlement.verdict))));
        let mut ignored = Vec::new();
        for record in records {
            match &record.event {
                Event::Click { .. } => match by_record.remove(&record.at) {
                    Some(row) => self.compare_click(record, row),
                    None if !self.billing_detours.is_met(record.at, &self.billed) => {}
                    None => self.unsettled.push((record.at, record.append_ms, "click")),
                },
                Event::Postback { .. } => match by_record.remove(&record.at) {
                    Some(row) => self.compare_postback(record, row),
                    None if self.billing_detours.passes_over(record.at) => {}
                    None => ignored.push(record),
                },
                _ => {}
            }
        }
        for row in by_record.into_values().filter(|row| !self.gaps.contain(row.record)) {
            self.report.differ(format!("settlement {} has no record {} in the log", row.seq, row.record.0));
        }
        self.check_ignored(&ignored).await?;
        // Billing judges what is due before it takes the next record.
        let due = last.append_ms.plus_ms(-1 - LOOK_AHEAD_MS);
        let settled_to = self.settled_to;
        let report = &mut *self.report;
        self.unsettled.retain(|(at, append_ms, what)| {
            let is_missing = *append_ms <= due || *at < settled_to;
            if is_missing {
                report.differ(format!("{what} {} has no settlement", at.0));
            }
            !is_missing
        });
        Ok(())
    }

    /// Judges the records from `position` to `next` again, with what comes again among them or behind.
    async fn judge(&mut self, position: &Position, records: &[Record], next: &Position) -> anyhow::Result<()> {
        for piece in self.billing_detours.pieces(self.app, position, records, next).await? {
            match piece {
                // The rules are trusted from some record on, in the middle of a batch.
                Piece::Records(records) => {
                    let stretches: Vec<&[Record]> =
                        records.chunk_by(|a, b| self.is_trusted_at(a) == self.is_trusted_at(b)).collect();
                    for stretch in stretches {
                        self.is_trusted = stretch.last().is_some_and(|last| self.is_trusted_at(last));
                        self.replay(stretch);
                    }
                }
                Piece::Again(record) => self.take_again(&record).await?,
                Piece::AgainSettled(_) => {}
            }
        }
        // Looking through all that waits costs more than keeping some verdicts for longer.
        if self.verdicts.len() >= self.verdicts_max {
            let waiting: HashSet<EventRef> = self.state.waiting().map(|(at, _)| at).collect();
            self.verdicts.retain(|at, _| waiting.contains(at));
            self.verdicts_max = VERDICTS_MIN.max(2 * self.verdicts.len());
        }
        Ok(())
    }

    /// A record that was set aside and is tried again here.
    async fn take_again(&mut self, record: &Record) -> anyhow::Result<()> {
        let at = record.at;
        let read = async move |conn: &placard_store::Conn| settlements::verdicts_of(conn, &[at]).await;
        self.verdicts.extend(self.app.store.read("audit_of_again", read).await?);
        self.state.take_again(record);
        Ok(())
    }

    fn is_trusted_at(&self, record: &Record) -> bool {
        record.append_ms >= self.trusted_from && !self.gaps.touch(record.append_ms)
    }

    /// Judges records again with the verdicts that were stored, and tells where the rules say something else. What
    /// waits at the end of the records waits on, as it did in billing: a show that comes late is in the next ones.
    fn replay(&mut self, records: &[Record]) {
        let verdicts = &self.verdicts;
        let replayed = self.state.replay(records, &|at| verdicts.get(&at).copied());
        self.tell(&replayed);
    }

    fn tell(&mut self, replayed: &Replayed) {
        self.report.judged_again += replayed.clicks;
        if self.is_trusted {
            for click in &replayed.differing_clicks {
                let stored = self.verdicts.get(click).map_or("nothing", |verdict| verdict.name());
                self.report.differ(format!("click {}: the rules do not say {stored}", click.0));
            }
            self.report.differences += replayed.differing - replayed.differing_clicks.len();
        }
    }

    fn end_judging(&mut self) {
        let verdicts = &self.verdicts;
        let replayed = self.state.replay_settled(&|at| verdicts.get(&at).copied());
        self.tell(&replayed);
        for (at, _, what) in std::mem::take(&mut self.unsettled) {
            if at < self.settled_to {
                self.report.differ(format!("{what} {} has no settlement", at.0));
            }
        }
    }

    fn compare_click(&mut self, record: &Record, row: &Row) {
        // What cannot be read is told where settlements are checked one by one.
        let (Ok(stored), Event::Click { ad, .. }) = (&row.stored, &record.event) else { return };
        let settlement = &stored.settlement;
        let mut wrong = Vec::new();
        if settlement.kind != SettlementKind::Click {
            wrong.push(format!("it is a {:?}, its record a click", settlement.kind));
        }
        if settlement.clicked_at != record.append_ms {
            wrong.push(format!("clicked at {} instead of {}", settlement.clicked_at, record.append_ms));
        }
        if settlement.ad != *ad {
            wrong.push(format!("it is about {:?} instead of {ad:?}", settlement.ad));
        }
        for text in wrong {
            self.report.differ(format!("settlement {} of click {}: {text}", row.seq, record.at.0));
        }
    }

    fn compare_postback(&mut self, record: &Record, row: &Row) {
        let (Ok(stored), Event::Postback { click, external_id, state, payout, goal, transaction_id }) =
            (&row.stored, &record.event)
        else {
            return;
        };
        let settlement = &stored.settlement;
        let Some(change) = settlement.conversion() else {
            self.report.differ(format!("settlement {} of postback {}: it is no conversion", row.seq, record.at.0));
            return;
        };
        let payout = bounded(*payout).or(change.before.map(|(_, payout)| payout)).unwrap_or_default();
        let expected = (*click, external_id.as_str(), *state, payout);
        let found = (settlement.click, change.external_id.as_str(), change.after.0, change.after.1);
        let as_told = |told: &str, kept: &str| told.is_empty() || told == kept;
        let says_as_much = as_told(goal, &change.goal) && as_told(transaction_id, &change.transaction_id);
        if expected != found || !says_as_much {
            self.report.differ(format!(
                "settlement {} of postback {}: {found:?} instead of {expected:?}",
                row.seq, record.at.0
            ));
        }
    }

    /// Postbacks without a settlement have changed nothing: repeats, of clicks that were never settled, or too many.
    async fn check_ignored(&mut self, ignored: &[&Record]) -> anyhow::Result<()> {
        if ignored.is_empty() {
            return Ok(());
        }
        let clicks: BTreeSet<EventRef> = ignored
            .iter()
            .filter_map(|record| match &record.event {
                Event::Postback { click, .. } => Some(*click),
                _ => None,
            })
            .collect();
        let clicks: Vec<EventRef> = clicks.into_iter().collect();
        let read = async move |conn: &placard_store::Conn| rows::of_clicks(conn, &clicks).await;
        let found = self.app.store.read("audit_of_clicks", read).await?;
        let mut of_click: HashMap<EventRef, Vec<&Row>> = HashMap::new();
        for row in &found {
            of_click.entry(row.click).or_default().push(row);
        }
        for record in ignored {
            let Event::Postback { click, external_id, state, payout, goal, transaction_id } = &record.event else {
                continue;
            };
            let rows = of_click.get(click).map(Vec::as_slice).unwrap_or_default();
            let stored = rows.iter().filter_map(|row| row.stored.as_ref().ok()).map(|stored| &stored.settlement);
            if !stored.clone().any(|one| one.kind == SettlementKind::Click) {
                continue;
            }
            let changes = stored.filter(|one| one.record < record.at).filter_map(|one| one.conversion());
            let before = changes.clone().rfind(|change| change.external_id == *external_id);
            let as_told = |told: &str, kept: fn(&ConversionChange) -> &str| {
                told.is_empty() || before.is_some_and(|change| kept(change) == told)
            };
            let says_no_more =
                as_told(goal, |change| &change.goal) && as_told(transaction_id, |change| &change.transaction_id);
            let before = before.map(|change| change.after);
            let known: BTreeSet<&str> = changes.map(|change| change.external_id.as_str()).collect();
            let payout: Money = bounded(*payout).or(before.map(|(_, payout)| payout)).unwrap_or_default();
            let changes_nothing = before == Some((*state, payout)) && says_no_more;
            let is_one_too_many = before.is_none() && known.len() >= CONVERSIONS_PER_CLICK_MAX;
            if !(changes_nothing || is_one_too_many) {
                self.unsettled.push((record.at, record.append_ms, "postback"));
            }
        }
        Ok(())
    }

    /// Counts shows and requests. What statistics have set aside counts once they have taken it again; then it is
    /// judged by itself alone, here as there.
    fn count(&mut self, records: &[Record], counted_to: &Position) {
        let [shows, requests] = &mut self.counts;
        for record in records.iter().filter(|record| self.facts_detours.is_met(record.at, counted_to)) {
            let (hour, day) = (record.append_ms.hour(), record.append_ms.day());
            let is_again = self.facts_detours.passes_over(record.at);
            let verdict = if is_again { Shows::judge_alone(record) } else { self.shows.judge(record) };
            match (&record.event, verdict) {
                (Event::Show { ad, .. }, Some(verdict)) => {
                    self.report.shows_counted_again += i64::from(verdict.is_valid());
                    shows.add(day, |tally| tally.add_fact(&FactDelta::show(ad, hour, verdict)));
                }
                (Event::ConfirmedShow { ad, .. }, Some(verdict)) if verdict.is_valid() => {
                    shows.add(day, |tally| tally.add_fact(&FactDelta::confirmed_show(ad, hour)));
                }
                (Event::Requests(counts), _) => {
                    for count in counts {
                        let delta = OpportunityDelta::from(count);
                        requests.add(delta.hour.day(), |tally| tally.add_requests(&delta));
                    }
                }
                _ => {}
            }
        }
    }

    /// Compares the days that are complete at a moment; all that are left where there is none.
    async fn compare_days(&mut self, now: Option<UnixMs>) -> anyhow::Result<()> {
        for at in 0..self.counts.len() {
            loop {
                let counts = &self.counts[at];
                let late_ms = if counts.kind == TallyKind::Requests { LATE_REQUESTS_MS } else { 0 };
                let complete = |day: &Day| now.is_none_or(|now| now.plus_ms(-late_ms).day() > *day);
                let days = counts.known.at_once(counts.days.keys().copied().take_while(complete));
                if days.is_empty() {
                    break;
                }
                let (stats, kind) = (Arc::clone(&self.app.stats), counts.kind);
                let found = tokio::task::spawn_blocking(move || stats.tally_days(kind, &days)).await??;
                if now.is_none() && !self.count_to(&found.positions.log).await? {
                    self.report.note("shows and requests were not compared: they are being derived again".to_owned());
                    return Ok(());
                }
                for day in found.days() {
                    let counts = &mut self.counts[at];
                    let tally = counts.days.remove(&day).unwrap_or_else(|| Tally::new(kind));
                    counts.compared_to = Some(day);
                    if day < counts.first || self.gaps.touch_day(day) {
                        continue;
                    }
                    for text in found.differences(day, &tally, self.hours_since) {
                        self.report.differ(text);
                    }
                }
            }
        }
        Ok(())
    }

    /// Counts on to where the facts are now; says whether they have not gone back.
    async fn count_to(&mut self, bytes: &[u8]) -> anyhow::Result<bool> {
        let to = Position::from_bytes(bytes).unwrap_or_default();
        if self.counted.slower(&to) != self.counted {
            return Ok(false);
        }
        while self.counted != to {
            let (reader, from) = (Arc::clone(self.app), self.counted.clone());
            let batch =
                tokio::task::spawn_blocking(move || reader.log.read(&from, ROWS_PER_STEP as usize, None)).await??;
            let known = batch.events.iter().take_while(|record| to.has_passed(record.at)).count();
            self.count(&batch.events[..known], &to);
            if known < batch.events.len() || batch.at_end {
                break;
            }
            self.counted = batch.next;
        }
        self.counted = to;
        Ok(true)
    }
}

/// What billing takes of a payout: more was refused later on, and may stand in the log from before.
fn bounded(payout: Option<Money>) -> Option<Money> {
    payout.map(|payout| payout.min(CONVERSION_MAX))
}

impl Counts {
    fn add(&mut self, day: Day, add: impl FnOnce(&mut Tally)) {
        // A day that was compared already gets nothing more: it would be compared with a part of it.
        if day >= self.first && self.compared_to.is_none_or(|last| day > last) {
            add(self.days.entry(day).or_insert_with(|| Tally::new(self.kind)));
        }
    }
}
