//! Statistics against the settlements that they follow from, day by day and under every dimension.

use super::part::Part;
use super::{Ends, ROWS_PER_STEP, Report};
use crate::feeds::facts::{facts_of, read_seq};
use crate::feeds::set_aside::Detours;
use crate::readers::FACTS;
use crate::state::WorkerState;
use placard_events::Position;
use placard_model::Day;
use placard_model::books::settlement::{Settlement, SettlementKind};
use placard_model::event::EventRef;
use placard_stats::{DaysFound, DaysKnown, Tally, TallyKind};
use placard_store::Conn;
use placard_store::billing::audit_rows::{self as rows, Row};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What settlements after those that are audited add to the days, as far as the facts have come meanwhile.
struct Since {
    /// The days that the facts were asked for last: the settlements are followed to where they were.
    found: Option<DaysFound>,
    known: DaysKnown,
    seq: i64,
    days: BTreeMap<Day, Tally>,
    /// What statistics have set aside.
    detours: Detours,
    /// How far they are in the log.
    position: Position,
    /// Facts of earlier days are kept without their hours.
    hourly_from: Day,
}

/// Clicks, money and conversions by day. Clicks come in the order of their days; what came of them later is read when their day
/// ends.
pub(super) struct Counted<'a> {
    app: &'a WorkerState,
    report: Report,
    /// How far the facts are in the settlements.
    to: i64,
    clicks_since: Day,
    since: Since,
    days: BTreeMap<Day, Tally>,
    compared_to: Option<Day>,
    /// What billing has set aside: clicks that were taken after all are counted from the beginning.
    billing_detours: &'a Detours,
    /// What came of clicks up to this one is counted.
    followed_to: EventRef,
    /// The facts are being derived again: nothing more can be compared.
    is_over: bool,
}

impl<'a> Counted<'a> {
    /// Begins with the days that the facts know, and with clicks that were taken after all.
    pub(super) async fn begin(
        app: &'a WorkerState,
        ends: &Ends,
        billing_detours: &'a Detours,
        again: &[Row],
    ) -> anyhow::Result<Self> {
        let seq = read_seq(&ends.facts.settlements)?;
        let detours = Detours::load(app, FACTS).await?;
        let position = Position::from_bytes(&ends.facts.log).unwrap_or_default();
        let clicks_since = ends.kept.clicks_since();
        let stats = Arc::clone(&app.stats);
        let (_, known) = tokio::task::spawn_blocking(move || stats.days_of(TallyKind::Settled)).await??;
        let days: BTreeMap<Day, Tally> =
            known.days().filter(|day| *day >= clicks_since).map(|day| (day, Tally::new(TallyKind::Settled))).collect();
        let hourly_from = ends.kept.hours_since;
        let since = Since { found: None, known, seq, days: BTreeMap::new(), detours, position, hourly_from };
        let mut counted = Self {
            app,
            report: Report { days: days.len(), ..Report::default() },
            to: seq,
            clicks_since,
            since,
            days,
            compared_to: None,
            billing_detours,
            followed_to: EventRef(0),
            is_over: false,
        };
        for row in again {
            if let Some(settlement) = counted.counting(row) {
                counted.add(row.seq, settlement);
            }
        }
        Ok(counted)
    }

    /// A settlement that the facts have met. What cannot be read is told where settlements are checked one by one.
    fn counting<'r>(&self, row: &'r Row) -> Option<&'r Settlement> {
        let settlement = &row.stored.as_ref().ok()?.settlement;
        let is_met = row.seq <= self.to && self.since.detours.is_settlement_met(row.seq, &self.since.position);
        (is_met && settlement.clicked_at.day() >= self.clicks_since).then_some(settlement)
    }

    fn add(&mut self, seq: i64, settlement: &Settlement) {
        let day = settlement.clicked_at.day();
        if self.compared_to.is_some_and(|last| day <= last) {
            self.report.differ(format!("settlement {seq}: its click of {day} stands behind later ones"));
            return;
        }
        let tally = self.days.entry(day).or_insert_with(|| Tally::new(TallyKind::Settled));
        for fact in &facts_of(settlement) {
            tally.add_fact(fact);
        }
    }

    /// Counts what came of clicks up to one.
    async fn follow(&mut self, to: EventRef) -> anyhow::Result<()> {
        if to <= self.followed_to {
            return Ok(());
        }
        let seq = self.to;
        let mut after = (self.followed_to, i64::MAX);
        loop {
            let from = after;
            let read = async move |conn: &Conn| rows::of_clicks_later(conn, from, to, seq, ROWS_PER_STEP).await;
            let found = self.app.store.read("audit_of_clicks_later", read).await?;
            let Some(last) = found.last() else { break };
            after = (last.click, last.seq);
            for row in &found {
                if let Some(settlement) = self.counting(row) {
                    self.add(row.seq, settlement);
                }
            }
        }
        self.followed_to = to;
        Ok(())
    }

    /// Compares a day all of whose clicks, and what came of them, are counted.
    async fn end_day(&mut self, day: Day) -> anyhow::Result<()> {
        let Some(tally) = self.days.remove(&day) else { return Ok(()) };
        self.compared_to = Some(day);
        if !self.since.found.as_ref().is_some_and(|found| found.has(day)) {
            self.is_over = !self.ask(day).await?;
        }
        let Since { found: Some(found), days, hourly_from, .. } = &self.since else { return Ok(()) };
        if self.is_over {
            return Ok(());
        }
        let mut expected = tally;
        if let Some(more) = days.get(&day) {
            expected.add_all(more);
        }
        for text in found.differences(day, &expected, *hourly_from) {
            self.report.differ(text);
        }
        Ok(())
    }

    /// Asks the facts for a day and those that are next, and follows the settlements to where they are; says whether the
    /// comparison can go on.
    async fn ask(&mut self, day: Day) -> anyhow::Result<bool> {
        let since = &mut self.since;
        let asked = since.known.at_once(std::iter::once(day).chain(self.days.keys().copied()));
        let stats = Arc::clone(&self.app.stats);
        let found = tokio::task::spawn_blocking(move || stats.tally_days(TallyKind::Settled, &asked)).await??;
        let seq = read_seq(&found.positions.settlements)?;
        if seq < since.seq {
            let why = "statistics of clicks were not compared: they are being derived again";
            self.report.note(why.to_owned());
            return Ok(false);
        }
        since.found = Some(found);
        while since.seq < seq {
            let from = since.seq;
            let read = async move |conn: &Conn| rows::after(conn, from, seq, ROWS_PER_STEP).await;
            let rows = self.app.store.read("audit_since", read).await?;
            let Some(last) = rows.last() else { break };
            for row in &rows {
                let Ok(stored) = &row.stored else { continue };
                if !since.detours.is_settlement_met(row.seq, &since.position) {
                    continue;
                }
                let tally = since.days.entry(stored.settlement.clicked_at.day());
                let tally = tally.or_insert_with(|| Tally::new(TallyKind::Settled));
                for fact in &facts_of(&stored.settlement) {
                    tally.add_fact(fact);
                }
            }
            since.seq = last.seq;
        }
        Ok(true)
    }

    fn next_day(&self) -> Option<Day> {
        self.days.keys().next().copied().filter(|_| !self.is_over)
    }
}

impl Part for Counted<'_> {
    async fn take(&mut self, found: &[Row]) -> anyhow::Result<()> {
        for row in found {
            let Some(settlement) = self.counting(row) else { continue };
            if settlement.kind != SettlementKind::Click || self.billing_detours.passes_over(settlement.record) {
                continue;
            }
            // Days before this click are complete with what came of all clicks before it, also of those that are not counted.
            let day = settlement.clicked_at.day();
            while let Some(first) = self.next_day().filter(|first| *first < day) {
                self.follow(EventRef(row.click.0.saturating_sub(1))).await?;
                self.end_day(first).await?;
            }
            if self.is_over {
                return Ok(());
            }
            self.add(row.seq, settlement);
        }
        Ok(())
    }

    async fn end(&mut self) -> anyhow::Result<()> {
        if !self.is_over {
            self.follow(EventRef(i64::MAX as u64)).await?;
        }
        while let Some(day) = self.next_day() {
            self.end_day(day).await?;
        }
        Ok(())
    }

    fn told(&mut self) -> Report {
        std::mem::take(&mut self.report)
    }
}

/// The narrow tables of the facts say the same as the wide one.
pub(super) async fn check_tables(app: &WorkerState, report: &mut Report) -> anyhow::Result<()> {
    let stats = Arc::clone(&app.stats);
    for text in tokio::task::spawn_blocking(move || stats.compare_tables()).await?? {
        report.differ(text);
    }
    Ok(())
}
