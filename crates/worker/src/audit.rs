//! Recomputes everything: the books from their rows, the settlements and the shows from the log, the statistics from
//! both. One micro-dollar of difference fails it.
//!
//! It reads in batches, each in a transaction of its own, and holds one batch and one day of sums at a time, so that it
//! can run beside a busy server. What is written meanwhile is added where it is compared.

mod facts;
mod log;
mod pages;
mod postings;
mod settled;
mod voids;

use crate::feeds::facts::read_seq;
use crate::feeds::schedule::HOURLY_FACTS_DAYS;
use crate::state::WorkerState;
use anyhow::Context;
use futures_util::FutureExt as _;
use placard_common::error::panic_text;
use placard_events::Position;
use placard_model::Day;
use placard_stats::Positions;
use placard_store::audit_rows::{self as rows, Newest};
use placard_store::set_aside::{self, SetAside};
use placard_store::{positions, settling};
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

    /// A part that could not be read to its end is a difference: what is behind is not known to be right.
    fn finish(&mut self, part: &str, result: anyhow::Result<()>) {
        if let Err(error) = result {
            self.differ(format!("{part} could not be checked to the end: {error:#}"));
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
}

/// Runs the audit. The feeds may be running.
pub async fn run(app: &WorkerState) -> anyhow::Result<Report> {
    let mut report = Report::default();
    let result = guarded(pages::check(app, &mut report)).await;
    report.finish("the database's pages", result);
    let ends = match ends(app).await {
        Ok(ends) => ends,
        Err(error) => {
            report.finish("positions", Err(error));
            return Ok(report);
        }
    };
    let seq = read_seq(&ends.facts.settlements)?;
    if seq > ends.newest.settlement {
        report.differ(format!("statistics are at settlement {seq}, the newest is {}", ends.newest.settlement));
    }
    report.set_aside = ends.set_aside.iter().map(ToString::to_string).collect();
    let result = guarded(postings::check(app, ends.newest, &mut report)).await;
    report.finish("the books", result);
    let result = guarded(settled::check(app, ends.newest, &mut report)).await;
    report.finish("the settlements", result);
    let result = guarded(facts::check_settled(app, &ends, &mut report)).await;
    report.finish("the statistics of clicks", result);
    let result = guarded(log::check(app, &ends, &mut report)).await;
    report.finish("the log", result);
    let result = guarded(facts::check_tables(app, &mut report)).await;
    report.finish("the tables of statistics", result);
    Ok(report)
}

/// What a part takes for impossible may stand in damaged rows: it ends that part alone.
async fn guarded(part: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<()> {
    let ended = AssertUnwindSafe(part).catch_unwind().await;
    ended.unwrap_or_else(|cause| Err(anyhow::anyhow!(panic_text(&*cause))))
}

/// Facts of earlier days may be kept without their hours.
fn daily_before(app: &WorkerState) -> Day {
    app.clock.now().day().plus(-HOURLY_FACTS_DAYS)
}

async fn ends(app: &WorkerState) -> anyhow::Result<Ends> {
    let stats = Arc::clone(&app.stats);
    // The facts first: they are never ahead of what is read after them.
    let facts = tokio::task::spawn_blocking(move || stats.positions()).await??;
    let (newest, billed, set_aside) = app
        .store
        .read("audit_ends", async |conn| {
            let position = positions::position(conn, settling::FEED).await?;
            Ok((rows::newest(conn).await?, position, set_aside::list(conn, false).await?))
        })
        .await?;
    let billed = match billed {
        Some(bytes) => Position::from_bytes(&bytes).context("billing's position is unreadable")?,
        None => Position::default(),
    };
    Ok(Ends { facts, billed, newest, set_aside })
}
