//! Recomputes everything: the books from their rows, the settlements and the shows from the log, the statistics from
//! both. One micro-dollar of difference fails it.
//!
//! It reads in batches, each in a transaction of its own, and holds two batches and the sums of up to a month (some tens
//! of MB) at a time, so that it can run beside a busy server. What is written meanwhile is added where it is compared.

mod budgets;
mod facts;
mod log;
mod pages;
mod part;
mod payouts;
mod postings;
mod seals;
mod settled;
mod settlements;
mod voids;

use crate::feeds::facts::read_seq;
use crate::state::WorkerState;
use anyhow::Context;
use futures_util::FutureExt as _;
use placard_common::error::panic_text;
use placard_events::Position;
use placard_model::{Day, Money};
use placard_stats::Positions;
use placard_store::billing::audit_rows::{self as rows, Newest};
use placard_store::billing::seals::{self as sealed, Seal};
use placard_store::billing::set_aside::{self, SetAside};
use placard_store::billing::{positions, settling};
use serde::{Deserialize, Serialize};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

/// Records or settlements read at once.
const ROWS_PER_STEP: u32 = 2_000;
/// Differences that are named; more are counted.
const DIFFERENCES_NAMED_MAX: usize = 200;

/// What an audit looked at and found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
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
    /// Clicks over a budget of which nobody can tell any more whether they were.
    pub budgets_unknown: usize,
    /// Parts of the log that are lost, as somebody decided to go on without them.
    pub lost: Vec<String>,
    /// Records that a feed could not digest and that nobody has decided on: what they would have led to is missing, and
    /// is no difference.
    pub set_aside: Vec<String>,
    /// What was not compared, and why: no difference.
    pub notes: Vec<String>,
    /// Sealed days that were checked.
    pub seals: usize,
    /// The last sealed day, and since when is kept what one by one: as text.
    pub kept: Vec<String>,
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

    fn note(&mut self, text: String) {
        if self.notes.len() < DIFFERENCES_NAMED_MAX && !self.notes.contains(&text) {
            self.notes.push(text);
        }
    }

    /// Adds what another part looked at and found.
    fn add(&mut self, other: Self) {
        let Self {
            transactions,
            postings,
            settlements,
            billed,
            days,
            judged_again,
            shows_counted_again,
            budgets_unknown,
            lost,
            set_aside,
            notes,
            seals,
            kept,
            differences,
            named,
        } = other;
        self.transactions += transactions;
        self.postings += postings;
        self.settlements += settlements;
        if !billed.is_empty() {
            self.billed = billed;
        }
        self.days += days;
        self.judged_again += judged_again;
        self.shows_counted_again += shows_counted_again;
        self.budgets_unknown += budgets_unknown;
        self.lost.extend(lost);
        self.set_aside.extend(set_aside);
        for text in notes {
            self.note(text);
        }
        self.seals += seals;
        self.kept.extend(kept);
        self.differences += differences;
        self.named.extend(named);
        self.named.truncate(DIFFERENCES_NAMED_MAX);
    }

    /// Adds what parts looked at and found. Each has its share of what is named: one that finds much hides no other.
    fn add_all(&mut self, parts: Vec<Self>) {
        let mut room = DIFFERENCES_NAMED_MAX.saturating_sub(self.named.len());
        let share = room / parts.len().max(1);
        let mut shares: Vec<usize> = parts.iter().map(|part| part.named.len().min(share)).collect();
        room -= shares.iter().sum::<usize>();
        for (mut part, share) in parts.into_iter().zip(&mut shares) {
            let more = (part.named.len() - *share).min(room);
            room -= more;
            part.named.truncate(*share + more);
            self.add(part);
        }
    }

    /// A part that could not be read to its end is a difference, and the first to be named: what is behind is not known to be right.
    fn finish(&mut self, part: &str, result: anyhow::Result<()>) {
        if let Err(error) = result {
            self.differences += 1;
            self.named.insert(0, format!("{part} could not be checked to the end: {error:#}"));
            self.named.truncate(DIFFERENCES_NAMED_MAX);
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
        if self.budgets_unknown > 0 {
            writeln!(f, "{} clicks over a limit that was changed later were believed", self.budgets_unknown)?;
        }
        for kept in &self.kept {
            writeln!(f, "KEPT {kept}")?;
        }
        for lost in &self.lost {
            writeln!(f, "LOST {lost}")?;
        }
        for record in &self.set_aside {
            writeln!(f, "SET ASIDE {record}")?;
        }
        for note in &self.notes {
            writeln!(f, "NOTE {note}")?;
        }
        for difference in &self.named {
            writeln!(f, "DIFFERENCE {difference}")?;
        }
        if self.is_clean() { write!(f, "everything adds up") } else { write!(f, "{} differences", self.differences) }
    }
}

/// Up to where everything is audited: what comes later belongs to the next audit.
struct Ends {
    /// How far the facts are.
    facts: Positions,
    /// How far billing is in the log.
    billed: Position,
    /// The newest rows.
    newest: Newest,
    /// What waits for somebody's decision.
    set_aside: Vec<SetAside>,
    kept: Kept,
}

/// What retention has left: what is older is sealed, and believed.
struct Kept {
    /// The last seal.
    sealed: Option<Seal>,
    /// The last seal whose postings are folded.
    folded: Option<Seal>,
    /// The last seal whose settlements are gone.
    forgotten: Option<Seal>,
    /// Facts of earlier days are kept without their hours.
    hours_since: Day,
}

impl Kept {
    /// Clicks of days from this one on are there one by one. Of earlier ones some may be: those that were settled late.
    fn clicks_since(&self) -> Day {
        self.forgotten.as_ref().map_or(Day(i32::MIN), |seal| seal.day.plus(1))
    }

    /// Settlements up to this one are gone.
    fn forgotten_settlement(&self) -> i64 {
        self.forgotten.as_ref().map_or(0, |seal| seal.last_settlement)
    }

    /// The postings of transactions up to this one are folded.
    fn folded_transaction(&self) -> i64 {
        self.folded.as_ref().map_or(0, |seal| seal.last_transaction)
    }
}

/// Runs the audit. The feeds may be running; old rows stay meanwhile.
pub async fn run(app: &WorkerState) -> anyhow::Result<Report> {
    let _turn = app.keeping.lock().await;
    let (mut report, mut pages) = (Report::default(), Report::default());
    let result = guarded(pages::check(app, &mut pages)).await;
    pages.finish("the database's pages", result);
    let ends = match ends(app).await {
        Ok(ends) => ends,
        Err(error) => {
            report.finish("positions", Err(error));
            report.add(pages);
            return Ok(report);
        }
    };
    let seq = read_seq(&ends.facts.settlements)?;
    if seq > ends.newest.settlement {
        report.differ(format!("statistics are at settlement {seq}, the newest is {}", ends.newest.settlement));
    }
    report.set_aside = ends.set_aside.iter().map(ToString::to_string).collect();
    match seals::kept(app, &ends.kept).await {
        Ok(kept) => report.kept = kept,
        Err(error) => report.finish("the sizes", Err(error)),
    }
    // What the database has and what the log has are read side by side, each on a processor of its own.
    let ends = Arc::new(ends);
    let judged = tokio::spawn(judge_log(Arc::clone(app), Arc::clone(&ends)));
    let mut parts = vec![pages];
    parts.extend(check_books(app, &ends).await);
    let mut log = Report::default();
    match judged.await {
        Ok(judged) => log = judged,
        Err(error) => log.finish("the log", Err(error.into())),
    }
    let mut tables = Report::default();
    let result = guarded(facts::check_tables(app, &mut tables)).await;
    tables.finish("the tables of statistics", result);
    parts.extend([log, tables]);
    report.add_all(parts);
    // The sums of the last day would stay in memory with them.
    app.stats.forget_plans();
    Ok(report)
}

/// Everything that stands in the database and in the statistics of clicks, part by part.
async fn check_books(app: &WorkerState, ends: &Ends) -> Vec<Report> {
    let (mut payouts, mut seals) = (Report::default(), Report::default());
    let result = guarded(payouts::check(app, &mut payouts)).await;
    payouts.finish("the payouts", result);
    let mut billed = Money::ZERO;
    let result = guarded(seals::check(app, &ends.kept, &mut billed, &mut seals)).await;
    seals.finish("the seals", result);
    let mut parts = vec![payouts, seals];
    parts.extend(Box::pin(settlements::check(app, ends, billed)).await);
    parts
}

/// The log again, in a report of its own.
async fn judge_log(app: WorkerState, ends: Arc<Ends>) -> Report {
    let mut report = Report::default();
    let result = guarded(log::check(&app, &ends, &mut report)).await;
    report.finish("the log", result);
    report
}

/// What a part takes for impossible may stand in damaged rows: it ends that part alone.
async fn guarded<T>(part: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let ended = AssertUnwindSafe(part).catch_unwind().await;
    ended.unwrap_or_else(|cause| Err(anyhow::anyhow!(panic_text(&*cause))))
}

async fn ends(app: &WorkerState) -> anyhow::Result<Ends> {
    let stats = Arc::clone(&app.stats);
    // The facts first: they are never ahead of what is read after them.
    let (facts, hours_since) = tokio::task::spawn_blocking(move || {
        Ok::<_, placard_stats::StatsError>((stats.positions()?, stats.hours_since()?))
    })
    .await??;
    let (mut newest, billed, set_aside, sealed, folded, forgotten) = app
        .store
        .read("audit_ends", async |conn| {
            let position = positions::position(conn, settling::FEED).await?;
            let newest = rows::newest(conn).await?;
            let [last, folded, forgotten] =
                [sealed::last(conn).await?, sealed::last_folded(conn).await?, sealed::last_forgotten(conn).await?];
            Ok((newest, position, set_aside::list(conn, false).await?, last, folded, forgotten))
        })
        .await?;
    if let Some(seal) = &sealed {
        // All rows of before may be gone.
        newest.settlement = newest.settlement.max(seal.last_settlement);
        newest.transaction = newest.transaction.max(seal.last_transaction);
    }
    let kept = Kept { sealed, folded, forgotten, hours_since: hours_since.unwrap_or(Day(i32::MIN)) };
    let billed = match billed {
        Some(bytes) => Position::from_bytes(&bytes).context("billing's position is unreadable")?,
        None => Position::default(),
    };
    Ok(Ends { facts, billed, newest, set_aside, kept })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(name: &str, count: usize) -> Report {
        let mut report = Report::default();
        (0..count).for_each(|at| report.differ(format!("{name} {at}")));
        report
    }

    #[test]
    fn a_part_that_finds_much_hides_no_other() {
        let mut statistics = found("statistics", 500);
        statistics.finish("statistics", Err(anyhow::anyhow!("a page is damaged")));
        let mut report = found("positions", 1);
        report.add_all(vec![found("seals", 900), found("books", 3), statistics]);
        assert_eq!((report.differences, report.named.len()), (1 + 900 + 3 + 501, DIFFERENCES_NAMED_MAX));
        let of = |name: &str| report.named.iter().filter(|text| text.starts_with(name)).count();
        assert_eq!((of("positions"), of("books"), of("statistics")), (1, 3, 66));
        assert!(
            report.named.iter().any(|text| text == "statistics could not be checked to the end: a page is damaged")
        );
    }
}
