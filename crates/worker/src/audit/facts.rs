//! Statistics against the settlements that they follow from, day by day and under every dimension.

use super::{Ends, ROWS_PER_STEP, Report};
use crate::feeds::facts::{facts_of, read_seq};
use crate::feeds::set_aside::Detours;
use crate::readers::FACTS;
use crate::state::WorkerState;
use placard_events::Position;
use placard_model::Day;
use placard_model::event::EventRef;
use placard_stats::{Tally, TallyKind};
use placard_store::audit_rows as rows;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What settlements after those that are audited add to the days, as far as the facts have come meanwhile.
struct Since {
    seq: i64,
    days: BTreeMap<Day, Tally>,
    /// What statistics have set aside.
    detours: Detours,
    /// How far they are in the log.
    position: Position,
    /// Facts of earlier days are kept without their hours.
    hourly_from: Day,
}

/// Compares clicks, money and conversions. Settlements are read by click, so that all that changes a day stands
/// together, however late it came.
pub(super) async fn check_settled(app: &WorkerState, ends: &Ends, report: &mut Report) -> anyhow::Result<()> {
    let seq = read_seq(&ends.facts.settlements)?;
    let detours = Detours::load(app, FACTS).await?;
    let position = Position::from_bytes(&ends.facts.log).unwrap_or_default();
    let clicks_since = ends.kept.clicks_since();
    let mut since = Since { seq, days: BTreeMap::new(), detours, position, hourly_from: ends.kept.hours_since };
    let stats = Arc::clone(&app.stats);
    let (_, known) = tokio::task::spawn_blocking(move || stats.days_of(TallyKind::Settled)).await??;
    let known: Vec<Day> = known.into_iter().filter(|day| *day >= clicks_since).collect();
    report.days = known.len();
    let mut days: BTreeMap<Day, Tally> = known.iter().map(|day| (*day, Tally::new(TallyKind::Settled))).collect();
    let mut compared_to = None;
    let mut after = (EventRef(0), 0);
    loop {
        let read = async move |conn: &placard_store::Conn| rows::by_click(conn, after, seq, ROWS_PER_STEP).await;
        let found = app.store.read("audit_by_click", read).await?;
        let Some(last) = found.last() else { break };
        after = (last.click, last.seq);
        let mut day_now = None;
        for row in &found {
            // What cannot be read is told where settlements are checked one by one.
            let Ok(stored) = &row.stored else { continue };
            let settlement = &stored.settlement;
            if !since.detours.is_settlement_met(row.seq, &since.position) {
                continue;
            }
            let day = settlement.clicked_at.day();
            if day < clicks_since {
                continue;
            }
            if compared_to.is_some_and(|last| day <= last) {
                report.differ(format!("settlement {}: its click of {day} stands behind later ones", row.seq));
                continue;
            }
            let tally = days.entry(day).or_insert_with(|| Tally::new(TallyKind::Settled));
            for fact in &facts_of(settlement) {
                tally.add_fact(fact);
            }
            day_now = Some(day);
        }
        // Days before the last click are complete.
        while let (Some(day_now), Some(entry)) = (day_now, days.first_entry()) {
            if *entry.key() >= day_now {
                break;
            }
            let (day, tally) = entry.remove_entry();
            if !compare(app, day, &tally, &mut since, report).await? {
                return Ok(());
            }
            compared_to = Some(day);
        }
    }
    for (day, tally) in days {
        if !compare(app, day, &tally, &mut since, report).await? {
            return Ok(());
        }
    }
    Ok(())
}

/// Compares a day; says whether the comparison can go on.
async fn compare(
    app: &WorkerState,
    day: Day,
    tally: &Tally,
    since: &mut Since,
    report: &mut Report,
) -> anyhow::Result<bool> {
    let stats = Arc::clone(&app.stats);
    let found = tokio::task::spawn_blocking(move || stats.day(TallyKind::Settled, day)).await??;
    let seq = read_seq(&found.positions.settlements)?;
    if seq < since.seq {
        report.note("statistics of clicks were not compared: they are being derived again".to_owned());
        return Ok(false);
    }
    while since.seq < seq {
        let from = since.seq;
        let read = async move |conn: &placard_store::Conn| rows::after(conn, from, seq, ROWS_PER_STEP).await;
        let rows = app.store.read("audit_since", read).await?;
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
    let mut expected = tally.clone();
    if let Some(more) = since.days.get(&day) {
        expected.add_all(more);
    }
    for text in found.differences(day, &expected, since.hourly_from) {
        report.differ(text);
    }
    Ok(true)
}

/// The narrow tables of the facts say the same as the wide one.
pub(super) async fn check_tables(app: &WorkerState, report: &mut Report) -> anyhow::Result<()> {
    let stats = Arc::clone(&app.stats);
    for text in tokio::task::spawn_blocking(move || stats.compare_tables()).await?? {
        report.differ(text);
    }
    Ok(())
}
