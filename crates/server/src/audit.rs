//! Recomputes everything: the books from their rows, the settlements and the shows from the log, the statistics from
//! both. One micro-dollar of difference fails it.

use crate::app::AppState;
use crate::feeds::facts::{self, read_seq};
use crate::feeds::set_aside::{Detours, Piece};
use anyhow::Context;
use placard_events::{Gap, Position};
use placard_ledger::{Shows, State, split};
use placard_model::event::{Event, EventRef, Record};
use placard_model::time::HOUR_MS;
use placard_model::{Day, UnixMs, Verdict};
use placard_stats::{Measures, Totals};
use placard_store::audit::{self as books, DaySums};
use placard_store::settlements::{self, Kind, Settlement};
use placard_store::{billing, feeds, set_aside};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// Records or settlements read at once.
const ROWS_PER_STEP: u32 = 5_000;
/// Differences that are named; more are counted.
const DIFFERENCES_NAMED_MAX: usize = 200;
/// What the rules remember of the log: a log whose beginning was removed is judged again after this much of it only.
const MEMORY_MS: i64 = 27 * HOUR_MS;

/// What an audit looked at and found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Transactions whose postings were added up.
    pub transactions: i64,
    /// Postings.
    pub postings: i64,
    /// Settlements.
    pub settlements: i64,
    /// What all clicks cost, in dollars as text.
    pub billed: String,
    /// Days of statistics compared.
    pub days: usize,
    /// Clicks and postbacks judged again from the log.
    pub judged_again: usize,
    /// Shows counted again from the log.
    pub shows_counted_again: i64,
    /// Parts of the log that are lost, as somebody decided to go on without them.
    #[serde(default)]
    pub lost: Vec<String>,
    /// Records that a feed could not digest and that nobody has decided on: what they would have led to is missing, and
    /// is no difference.
    #[serde(default)]
    pub set_aside: Vec<String>,
    /// How many differences there are.
    pub differences: usize,
    /// The first of them.
    pub named: Vec<String>,
}

impl Report {
    /// Whether everything adds up.
    pub const fn is_clean(&self) -> bool {
        self.differences == 0
    }

    fn differ(&mut self, text: String) {
        self.differences += 1;
        if self.named.len() < DIFFERENCES_NAMED_MAX {
            self.named.push(text);
        }
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(
            f,
            "{} transactions, {} postings, {} settlements, {} dollars billed",
            self.transactions, self.postings, self.settlements, self.billed
        )?;
        writeln!(
            f,
            "{} days of statistics compared; from the log {} clicks and postbacks judged and {} shows counted again",
            self.days, self.judged_again, self.shows_counted_again
        )?;
        for lost in &self.lost {
            writeln!(f, "LOST {lost}")?;
        }
        for record in &self.set_aside {
            writeln!(f, "SET ASIDE {record}")?;
        }
        for difference in &self.named {
            writeln!(f, "DIFFERENCE {difference}")?;
        }
        if self.is_clean() { write!(f, "everything adds up") } else { write!(f, "{} differences", self.differences) }
    }
}

/// Runs the audit. The feeds may be running: each part looks at one moment.
pub async fn run(app: &AppState) -> anyhow::Result<Report> {
    let mut report = Report::default();
    let stats = Arc::clone(&app.stats);
    let totals = tokio::task::spawn_blocking(move || stats.totals()).await??;
    let seq = read_seq(&totals.positions.settlements)?;
    let (extent, differences, days, billed_to, set_aside) = app
        .store
        .read("audit", async move |conn| {
            let (extent, differences) = books::books(conn).await?;
            let position = feeds::position(conn, billing::FEED).await?;
            let set_aside = set_aside::list(conn, false).await?;
            Ok((extent, differences, books::settled_days(conn, seq).await?, position, set_aside))
        })
        .await?;
    (report.transactions, report.postings, report.settlements) =
        (extent.transactions, extent.postings, extent.settlements);
    report.billed = extent.billed.to_string();
    report.set_aside = set_aside.iter().map(ToString::to_string).collect();
    for difference in differences {
        report.differ(difference.to_string());
    }
    if seq > extent.newest_settlement {
        report.differ(format!("statistics are at settlement {seq}, the newest is {}", extent.newest_settlement));
    }
    compare_tables(&totals, &mut report);
    compare_settled(&totals, &days, &mut report);
    let billed_to = match billed_to {
        Some(bytes) => Position::from_bytes(&bytes).context("billing's position is unreadable")?,
        None => Position::default(),
    };
    let gaps = Gaps::of(app, &mut report);
    let log = read_log_again(app, &billed_to, &totals, &gaps, &mut report).await?;
    check_settlements(app, extent.newest_settlement, &log, &gaps, &mut report).await?;
    Ok(report)
}

/// Lost parts of the log, and what cannot be compared because of them.
struct Gaps(Vec<Gap>);

impl Gaps {
    fn of(app: &AppState, report: &mut Report) -> Self {
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
        self.0.iter().any(|gap| (gap.before_ms..gap.after_ms.plus_ms(MEMORY_MS)).contains(&moment))
    }

    fn touch_day(&self, day: Day) -> bool {
        self.0.iter().any(|gap| (gap.before_ms.day()..=gap.after_ms.plus_ms(MEMORY_MS).day()).contains(&day))
    }

    fn contain(&self, record: EventRef) -> bool {
        self.0.iter().any(|gap| gap.contains(record))
    }
}

/// The narrow tables of the facts say the same as the wide one.
fn compare_tables(totals: &Totals, report: &mut Report) {
    let Some((_, wide)) = totals.tables.last() else { return };
    report.days = wide.len();
    for (name, days) in &totals.tables {
        let wide: BTreeMap<Day, Measures> = wide.iter().copied().collect();
        let narrow: BTreeMap<Day, Measures> = days.iter().copied().collect();
        let all: BTreeSet<Day> = wide.keys().chain(narrow.keys()).copied().collect();
        for day in all {
            let of = |table: &BTreeMap<Day, Measures>| table.get(&day).copied().unwrap_or_default();
            if of(&wide) != of(&narrow) {
                report.differ(format!("table {name}, {day}: {:?} instead of {:?}", of(&narrow), of(&wide)));
            }
        }
    }
}

/// Clicks, money and conversions of the facts are those of the settlements.
fn compare_settled(totals: &Totals, settled: &[(Day, DaySums)], report: &mut Report) {
    let Some((_, facts)) = totals.tables.last() else { return };
    let facts: BTreeMap<Day, DaySums> = facts.iter().map(|(day, measures)| (*day, day_sums(measures))).collect();
    let settled: BTreeMap<Day, DaySums> = settled.iter().copied().collect();
    let all: BTreeSet<Day> = facts.keys().chain(settled.keys()).copied().collect();
    for day in all {
        let of = |table: &BTreeMap<Day, DaySums>| table.get(&day).copied().unwrap_or_default();
        if of(&facts) != of(&settled) {
            report.differ(format!("statistics of {day}: {:?} instead of {:?}", of(&facts), of(&settled)));
        }
    }
}

fn day_sums(measures: &Measures) -> DaySums {
    let amounts = measures.amounts;
    DaySums {
        clicks: measures.clicks,
        rejected_clicks: measures.rejected_clicks,
        cost: amounts.cost.micros(),
        webmaster: amounts.webmaster.micros(),
        referrers: amounts.webmaster_referrer.micros() + amounts.advertiser_referrer.micros(),
        network: amounts.network.micros(),
        conversions: [measures.hold, measures.approved, measures.rejected],
        payouts: [measures.hold_money.micros(), measures.approved_money.micros(), measures.rejected_money.micros()],
    }
}

/// What the log has.
#[derive(Default)]
struct LogExtent {
    /// The first record; none in an empty log.
    first: Option<Record>,
    /// Clicks and postbacks before billing's position.
    judged: BTreeSet<EventRef>,
}

/// What the shows of a day add up to: valid, confirmed, rejected, weight.
type ShowSums = [i64; 4];

/// Judges clicks and counts shows again, from the log alone and the verdicts that were stored.
async fn read_log_again(
    app: &AppState,
    billed_to: &Position,
    totals: &Totals,
    gaps: &Gaps,
    report: &mut Report,
) -> anyhow::Result<LogExtent> {
    let counted_to = match totals.positions.log.as_slice() {
        [] => Position::default(),
        bytes => Position::from_bytes(bytes).context("the facts' position is unreadable")?,
    };
    let mut log = LogExtent::default();
    let (mut state, mut shows) = (State::default(), Shows::default());
    let mut days: BTreeMap<Day, ShowSums> = BTreeMap::new();
    let mut position = Position::default();
    let mut trusted_from = UnixMs(i64::MIN);
    let billing_detours = Detours::load(app, billing::FEED).await?;
    let facts_detours = Detours::load(app, facts::FEED).await?;
    loop {
        let (reader, from) = (Arc::clone(app), position.clone());
        let batch =
            tokio::task::spawn_blocking(move || reader.log.read(&position, ROWS_PER_STEP as usize, None)).await??;
        position = batch.next.clone();
        if let (None, Some(first)) = (&log.first, batch.events.first()) {
            if is_cut(app, first.at).await? {
                trusted_from = first.append_ms.plus_ms(MEMORY_MS);
            }
            log.first = Some(first.clone());
        }
        let counted = batch.events.iter().take_while(|record| counted_to.has_passed(record.at)).count();
        for piece in facts_detours.pieces(app, &from, &batch.events[..counted]).await? {
            match piece {
                Piece::Records(records) => {
                    for record in &records {
                        count_show(&mut shows, record, &mut days);
                    }
                }
                Piece::Again(record) => count_show(&mut shows, &record, &mut days),
                Piece::AgainSettled(_) => {}
            }
        }
        let billed = batch.events.iter().take_while(|record| billed_to.has_passed(record.at)).count();
        let billed = &batch.events[..billed];
        let (mut ordered, mut again) = (Vec::new(), Vec::new());
        for piece in billing_detours.pieces(app, &from, billed).await? {
            match piece {
                Piece::Records(records) => ordered.extend(records),
                Piece::Again(record) => again.push((ordered.len(), record)),
                Piece::AgainSettled(_) => {}
            }
        }
        let taken = ordered.iter().chain(again.iter().map(|(_, record)| record));
        let clicks: Vec<EventRef> = taken.filter(|record| is_judged(&record.event)).map(|r| r.at).collect();
        let asked: Vec<EventRef> = state.waiting().map(|(at, _)| at).chain(clicks.iter().copied()).collect();
        let verdicts: HashMap<EventRef, Verdict> = app
            .store
            .read("audit_verdicts", async move |conn| settlements::verdicts_of(conn, &asked).await)
            .await?
            .into_iter()
            .collect();
        log.judged.extend(clicks);
        let is_trusted = |record: &Record| record.append_ms >= trusted_from && !gaps.touch(record.append_ms);
        let mut done = 0;
        for (before, record) in
            again.iter().map(|(before, record)| (*before, Some(record))).chain([(ordered.len(), None)])
        {
            let stretch = &ordered[done..before];
            // Also without records: time alone makes clicks due.
            let pieces: Vec<&[Record]> = match stretch {
                [] => vec![stretch],
                _ => stretch.chunk_by(|a, b| is_trusted(a) == is_trusted(b)).collect(),
            };
            for piece in pieces {
                let replayed = state.replay(piece, &|at| verdicts.get(&at).copied());
                report.judged_again += replayed.clicks;
                if piece.last().is_some_and(is_trusted) {
                    for click in &replayed.differing_clicks {
                        let stored = verdicts.get(click).map_or("nothing", |verdict| verdict.name());
                        report.differ(format!("click {}: the rules do not say {stored}", click.0));
                    }
                    report.differences += replayed.differing - replayed.differing_clicks.len();
                }
            }
            if let Some(record) = record {
                state.take_again(record);
            }
            done = before;
        }
        if batch.at_end {
            break;
        }
    }
    report.shows_counted_again = days.values().map(|sums| sums[0]).sum();
    let trusted_day = if trusted_from == UnixMs(i64::MIN) { Day(i32::MIN) } else { trusted_from.day().plus(1) };
    let facts = totals.tables.last().map(|(_, days)| days.as_slice()).unwrap_or_default();
    let mut counted: BTreeMap<Day, ShowSums> =
        facts.iter().map(|(day, m)| (*day, [m.shows, m.confirmed_shows, m.rejected_shows, m.weight_micros])).collect();
    let is_compared = |day: Day| day >= trusted_day && !gaps.touch_day(day);
    counted.retain(|day, _| is_compared(*day));
    days.retain(|day, _| is_compared(*day));
    let all: BTreeSet<Day> = counted.keys().chain(days.keys()).copied().collect();
    for day in all {
        let of = |table: &BTreeMap<Day, ShowSums>| table.get(&day).copied().unwrap_or_default();
        if of(&counted) != of(&days) {
            report.differ(format!(
                "shows of {day} (valid, confirmed, rejected, weight): {:?} instead of {:?}",
                of(&counted),
                of(&days)
            ));
        }
    }
    Ok(log)
}

/// Whether settlements exist for records before the first one of the log: its beginning was removed.
async fn is_cut(app: &AppState, first: EventRef) -> anyhow::Result<bool> {
    let oldest = app.store.read("audit_oldest", async move |conn| settlements::after(conn, 0, 1).await).await?;
    Ok(oldest.first().is_some_and(|row| row.settlement.record < first))
}

fn count_show(shows: &mut Shows, record: &Record, days: &mut BTreeMap<Day, ShowSums>) {
    let Some(verdict) = shows.judge(record) else { return };
    let sums = days.entry(record.append_ms.day()).or_default();
    match &record.event {
        Event::Show { ad, .. } if verdict.is_valid() => {
            sums[0] += 1;
            sums[3] += ad.served.weight_micros;
        }
        Event::Show { .. } => sums[2] += 1,
        Event::ConfirmedShow { .. } if verdict.is_valid() => sums[1] += 1,
        _ => {}
    }
}

const fn is_judged(event: &Event) -> bool {
    matches!(event, Event::Click { .. } | Event::Postback { .. })
}

/// Every settlement follows from its record, and its parts from the rates that were stored with it.
async fn check_settlements(
    app: &AppState,
    newest: i64,
    log: &LogExtent,
    gaps: &Gaps,
    report: &mut Report,
) -> anyhow::Result<()> {
    let mut seq = 0;
    while seq < newest {
        let rows =
            app.store.read("audit_rows", async move |conn| settlements::after(conn, seq, ROWS_PER_STEP).await).await?;
        let Some(last) = rows.last() else { break };
        seq = last.seq;
        for row in rows.iter().filter(|row| row.seq <= newest) {
            let settlement = &row.settlement;
            check_parts(row.seq, settlement, report);
            let from_log = matches!(settlement.kind, Kind::Click | Kind::Conversion);
            let kept = log.first.as_ref().is_some_and(|first| settlement.record >= first.at)
                && !gaps.contain(settlement.record);
            if from_log && kept && !log.judged.contains(&settlement.record) {
                report.differ(format!("settlement {} has no record {} in the log", row.seq, settlement.record.0));
            }
        }
    }
    Ok(())
}

fn check_parts(seq: i64, settlement: &Settlement, report: &mut Report) {
    if settlement.kind != Kind::Click || !settlement.verdict.is_valid() {
        return;
    }
    let price = settlement.ad.served.price;
    let (by_webmaster, by_advertiser) =
        (settlement.webmaster_referrer.is_some(), settlement.advertiser_referrer.is_some());
    let expected = split(price, settlement.share_bp, by_webmaster, by_advertiser);
    let found = crate::feeds::books::from_row(settlement).amounts;
    if found != expected {
        report.differ(format!("settlement {seq}: divided as {found:?} instead of {expected:?}"));
    }
}
