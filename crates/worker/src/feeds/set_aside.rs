//! The rule for a record that a feed cannot digest: after some tries it is set aside, and the feed goes on.
//!
//! Whoever reads the log for a feed reads it without the records that were set aside. One that is taken after all comes
//! again where the feed stood when it heard of that: right before the first record behind that position. So a restart, a
//! rebuild and an audit meet the same records in the same order as the feed did.
//!
//! What it comes to does not depend on the moment, only on the place: in billing it takes its turn behind whatever
//! waits there; in statistics a show is judged by itself alone, and counts on the day on which it was appended.

use crate::readers::FACTS;
use crate::state::{Worker, WorkerState};
use anyhow::Context;
use placard_common::health::Severity;
use placard_common::loops::WrittenByNewer;
use placard_events::{Batch, LogError, Position, Unreadable};
use placard_model::UnixMs;
use placard_model::event::{DecodeError, Event, EventRef, Record};
use placard_store::set_aside::{self, NewRecord, SetAside, Source, State};
use placard_store::settlements::{self, Stored};
use placard_store::{Conn, Error, Priority, Tx};
use std::any::Any;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// How often a record is tried alone before it is set aside.
pub(crate) const TRIES_MAX: u32 = 3;
/// Between two tries.
pub(crate) const TRY_PAUSE: Duration = Duration::from_millis(200);
/// The condition that says that records are set aside.
pub(crate) const CONDITION: &str = "set_aside";
/// From so many on something larger is wrong than some records.
const MANY: i64 = 100;

/// Why a step failed.
#[derive(Debug)]
pub(crate) enum Fault {
    /// A record's: the same records fail alike.
    Record(String),
    /// Of what is around: it is tried again for as long as it takes.
    Environment(anyhow::Error),
}

impl From<placard_store::Error> for Fault {
    fn from(error: placard_store::Error) -> Self {
        if error.is_of_data() { Self::Record(error.to_string()) } else { Self::Environment(error.into()) }
    }
}

impl Fault {
    /// Of a broken assertion: what the program takes for impossible came from a record.
    pub(crate) fn of_panic(cause: &(dyn Any + Send)) -> Self {
        let text = cause.downcast_ref::<String>().cloned();
        let text = text.or_else(|| cause.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Self::Record(text.unwrap_or_else(|| "a broken assertion".to_owned()))
    }
}

/// A stretch of the log, as a feed meets it.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    /// Records in the order of the log.
    Records(Vec<Record>),
    /// One that comes again.
    Again(Box<Record>),
    /// A settlement that comes again: in statistics alone.
    AgainSettled(Box<Stored>),
}

/// Records that come in again at one position: as long as one of them is refused, all of them are taken anew.
const AGAIN_AT_ONCE: usize = 100;

/// What a feed has set aside, and what comes again and where.
#[derive(Debug, Default)]
pub(crate) struct Detours {
    records: BTreeSet<EventRef>,
    settlements: BTreeSet<i64>,
    /// In the order of the positions.
    again: Vec<(Position, Source, EventRef)>,
    /// More was asked to be tried again than comes in at once.
    has_more: bool,
}

impl Detours {
    /// Those of a feed.
    pub(crate) async fn load(app: &WorkerState, consumer: &'static str) -> anyhow::Result<Self> {
        Self::of_rows(&rows_of(app, consumer).await?)
    }

    /// The same, after noting for each record that is to be tried again that it comes again at `position`.
    pub(crate) async fn adopt(app: &WorkerState, consumer: &'static str, position: &Position) -> anyhow::Result<Self> {
        let mut asked = rows_of(app, consumer).await?;
        asked.retain(|row| row.state == State::RetryAsked);
        let has_more = asked.len() > AGAIN_AT_ONCE;
        for row in asked.into_iter().take(AGAIN_AT_ONCE) {
            let (id, position) = (row.id, position.to_bytes());
            if let Err(error) = fetch(app, row.source, row.record).await {
                let new = NewRecord {
                    source: row.source,
                    record: row.record,
                    what: "unreadable",
                    appended_at: row.appended_at,
                    reason: format!("{error:#}"),
                    tries: 1,
                };
                put(app, consumer, vec![new]).await?;
                continue;
            }
            let write = async move |tx: &Tx| set_aside::take(tx, id, &position).await;
            app.store.write("retry_set_aside", Priority::Feed, write).await?;
            tracing::info!(feed = consumer, record = row.record.0, "a record that was set aside comes again");
        }
        Ok(Self { has_more, ..Self::load(app, consumer).await? })
    }

    fn of_rows(rows: &[SetAside]) -> anyhow::Result<Self> {
        let mut detours = Self::default();
        for row in rows {
            match row.source {
                Source::Log => _ = detours.records.insert(row.record),
                Source::Settlements => _ = detours.settlements.insert(row.record.0 as i64),
            }
            if let (State::Taken, Some(bytes)) = (row.state, &row.enters_at) {
                let position = Position::from_bytes(bytes).context("the position of a retried record is unreadable")?;
                detours.again.push((position, row.source, row.record));
            }
        }
        // By position: of two, the slower one of both is the earlier.
        detours.again.sort_by(|(a, _, x), (b, _, y)| {
            if a == b {
                x.cmp(y)
            } else if a.slower(b) == *a {
                std::cmp::Ordering::Less
            } else {
                std::cmp::Ordering::Greater
            }
        });
        Ok(detours)
    }

    /// Whether the feed goes past a record at its own place.
    pub(crate) fn passes_over(&self, record: EventRef) -> bool {
        self.records.contains(&record)
    }

    /// Rows of the malformed records of a batch that have none yet.
    ///
    /// # Errors
    /// When one of them is not malformed, but newer than this program.
    pub(crate) fn unreadable(&self, batch: &Batch) -> Result<Vec<NewRecord>, WrittenByNewer> {
        let unknown = batch.unreadable.iter().filter(|record| !self.passes_over(record.at));
        unknown
            .map(|record| match record.error {
                DecodeError::Newer(version) => Err(WrittenByNewer { at: record.at, version }),
                DecodeError::Malformed(_) => Ok(row_of_unreadable(record)),
            })
            .collect()
    }

    /// Records of the log that were taken after all.
    pub(crate) fn taken(&self) -> impl Iterator<Item = EventRef> {
        self.again.iter().filter(|(_, source, _)| *source == Source::Log).map(|(_, _, record)| *record)
    }

    /// Whether the feed has met a record when it stands at `position`, which has passed the record: at its own place, or
    /// again.
    pub(crate) fn is_met(&self, record: EventRef, position: &Position) -> bool {
        let again = self.again.iter().find(|(_, source, again)| (*source, *again) == (Source::Log, record));
        !self.passes_over(record)
            || again.is_some_and(|(enters_at, _, _)| enters_at != position && position.slower(enters_at) == *enters_at)
    }

    /// Whether the feed counts a settlement by now: at its own place, or again before `position`.
    pub(crate) fn is_settlement_met(&self, seq: i64, position: &Position) -> bool {
        let again = self
            .again
            .iter()
            .find(|(_, source, again)| (*source, *again) == (Source::Settlements, EventRef(seq as u64)));
        !self.passes_over_settlement(seq)
            || again.is_some_and(|(enters_at, _, _)| enters_at != position && position.slower(enters_at) == *enters_at)
    }

    /// Whether the feed goes past a settlement at its own place.
    pub(crate) fn passes_over_settlement(&self, seq: i64) -> bool {
        self.settlements.contains(&seq)
    }

    /// Notes one that was set aside just now.
    pub(crate) fn add(&mut self, source: Source, record: EventRef) {
        match source {
            Source::Log => _ = self.records.insert(record),
            Source::Settlements => _ = self.settlements.insert(record.0 as i64),
        }
        self.again.retain(|(_, of, again)| (*of, *again) != (source, record));
    }

    /// Records that a state of that position has not met at their own place, and not again either.
    pub(crate) fn unmet(&self, position: &Position) -> impl Iterator<Item = EventRef> {
        self.records.iter().copied().filter(move |record| {
            let again = self.again.iter().find(|(_, source, again)| (*source, again) == (Source::Log, record));
            again.is_none_or(|(enters_at, _, _)| position.slower(enters_at) == *position)
        })
    }

    /// How many of these records come before each thing that comes again among them. The records follow each other from
    /// `position` on.
    pub(crate) fn records_before_again(&self, position: &Position, records: &[Record]) -> impl Iterator<Item = usize> {
        let ahead = self.again.iter().filter(|(enters_at, _, _)| position.slower(enters_at) == *position);
        ahead.filter_map(|(enters_at, _, _)| records.iter().position(|record| !enters_at.has_passed(record.at)))
    }

    /// Whether more was asked to be tried again than came in, and all of that has come in by `position`.
    pub(crate) fn has_room(&self, position: &Position) -> bool {
        self.has_more && self.again.iter().all(|(enters_at, _, _)| position.slower(enters_at) != *position)
    }

    /// The stretch of the log from `position` to `next` (none: to the last of the records), without what was set aside and
    /// with what comes again.
    pub(crate) async fn pieces(
        &self,
        app: &WorkerState,
        position: &Position,
        records: &[Record],
        next: Option<&Position>,
    ) -> anyhow::Result<Vec<Piece>> {
        let mut pieces = Vec::new();
        let mut rest = records;
        for (enters_at, source, record) in &self.again {
            let is_ahead = position.slower(enters_at) == *position;
            // Nothing but unreadable records may stand between its place and the end of the stretch.
            let at_end =
                next.filter(|next| *next != enters_at && enters_at.slower(next) == *enters_at).map(|_| rest.len());
            let before = rest.iter().position(|next| !enters_at.has_passed(next.at)).or(at_end);
            let Some(before) = before.filter(|_| is_ahead) else { continue };
            let (now, later) = rest.split_at(before);
            self.push(now, &mut pieces);
            rest = later;
            // What retention has removed meanwhile cannot come again, for nobody.
            match fetch(app, *source, *record).await {
                Ok(piece) => pieces.push(piece),
                Err(error) if is_gone(&error) => {
                    tracing::warn!(record = record.0, "a record that was set aside is gone: {error:#}");
                }
                Err(error) => return Err(error),
            }
        }
        self.push(rest, &mut pieces);
        Ok(pieces)
    }

    fn push(&self, records: &[Record], pieces: &mut Vec<Piece>) {
        let kept: Vec<Record> = records.iter().filter(|record| !self.passes_over(record.at)).cloned().collect();
        if !kept.is_empty() {
            pieces.push(Piece::Records(kept));
        }
    }
}

async fn rows_of(app: &WorkerState, consumer: &'static str) -> anyhow::Result<Vec<SetAside>> {
    // Owned, because the compiler loses the lifetime of what an async closure captures.
    let consumer = consumer.to_owned();
    let read = async move |conn: &Conn| set_aside::of_consumer(conn, &consumer).await;
    Ok(app.store.read("load_set_aside", read).await?)
}

/// Sets records aside, and says so.
pub(crate) async fn put(app: &WorkerState, consumer: &'static str, rows: Vec<NewRecord>) -> anyhow::Result<()> {
    let (name, putting) = (consumer.to_owned(), rows.clone());
    let write = async move |tx: &Tx| {
        for row in &putting {
            set_aside::put(tx, &name, row).await?;
        }
        Ok(())
    };
    app.store.write("set_aside_records", Priority::Feed, write).await?;
    for row in &rows {
        tell(consumer, row);
    }
    Ok(())
}

/// Whether what was set aside is nowhere any more. Everything else passes, and is tried again.
fn is_gone(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(LogError::Retired { .. } | LogError::NotFound(_))) || error.is::<NoSettlement>()
}

/// A settlement that was set aside is not there.
#[derive(Debug, thiserror::Error)]
#[error("there is no such settlement")]
struct NoSettlement;

/// A record or settlement by its reference.
async fn fetch(app: &WorkerState, source: Source, record: EventRef) -> anyhow::Result<Piece> {
    match source {
        Source::Log => {
            let app = Arc::clone(app);
            Ok(Piece::Again(Box::new(tokio::task::spawn_blocking(move || app.log.get(record)).await??)))
        }
        Source::Settlements => {
            let seq = record.0 as i64;
            let read =
                app.store.read("read_settlement", async move |conn| settlements::after(conn, seq - 1, 1).await).await?;
            let found = read.into_iter().next().filter(|row| row.seq == seq).ok_or(NoSettlement)?;
            Ok(Piece::AgainSettled(Box::new(found)))
        }
    }
}

/// The row of a record of the log.
pub(crate) fn row_of(record: &Record, reason: String, tries: u32) -> NewRecord {
    NewRecord {
        source: Source::Log,
        record: record.at,
        what: name_of(&record.event),
        appended_at: record.append_ms,
        reason,
        tries,
    }
}

/// The row of a record that this program cannot read.
fn row_of_unreadable(record: &Unreadable) -> NewRecord {
    NewRecord {
        source: Source::Log,
        record: record.at,
        what: "unreadable",
        appended_at: record.append_ms,
        reason: record.error.to_string(),
        tries: 1,
    }
}

/// The row of a settlement.
pub(crate) fn row_of_settlement(row: &Stored, reason: String, tries: u32) -> NewRecord {
    NewRecord {
        source: Source::Settlements,
        record: EventRef(row.seq as u64),
        what: "settlement",
        appended_at: row.settlement.clicked_at,
        reason,
        tries,
    }
}

/// The row of a settlement that this program cannot read.
pub(crate) fn row_of_unreadable_settlement((seq, reason): (i64, String)) -> NewRecord {
    NewRecord {
        source: Source::Settlements,
        record: EventRef(seq as u64),
        what: "unreadable settlement",
        appended_at: UnixMs(0),
        reason,
        tries: 1,
    }
}

const fn name_of(event: &Event) -> &'static str {
    match event {
        Event::Show { .. } => "show",
        Event::ConfirmedShow { .. } => "confirmed show",
        Event::Click { .. } => "click",
        Event::Postback { .. } => "postback",
        Event::Requests(_) => "requests",
        Event::Sample(_) => "sample",
        Event::OwnerSeen { .. } => "owner seen",
        Event::Void { .. } => "void",
    }
}

/// Says that a record was set aside.
pub(crate) fn tell(consumer: &'static str, new: &NewRecord) {
    metrics::counter!("placard_records_set_aside_total", "feed" => consumer).increment(1);
    tracing::error!(
        feed = consumer,
        record = new.record.0,
        what = new.what,
        tries = new.tries,
        "a record was set aside, the feed goes on without it: {}",
        new.reason
    );
}

/// Brings metric and condition up to date with the rows.
pub(crate) async fn look(app: &Worker) -> placard_store::Result<()> {
    let counts = app.store.read("count_set_aside", async |conn| set_aside::open_counts(conn).await).await?;
    for consumer in [placard_store::settling::FEED, FACTS] {
        let count = counts.iter().find(|(name, _)| name == consumer).map_or(0, |(_, count)| *count);
        metrics::gauge!("placard_set_aside_records", "feed" => consumer).set(count as f64);
    }
    let all: i64 = counts.iter().map(|(_, count)| count).sum();
    if all == 0 {
        app.health.clear(CONDITION);
        return Ok(());
    }
    let by_feed: Vec<String> = counts.iter().map(|(name, count)| format!("{count} by {name}")).collect();
    let severity = if all < MANY { Severity::Notice } else { Severity::Warning };
    let text = format!(
        "records that could not be digested are set aside: {}; see `placard set-aside list`",
        by_feed.join(", ")
    );
    app.health.raise(CONDITION, severity, text);
    Ok(())
}

/// Asks the feeds to take a record again, or gives it up.
pub(crate) async fn decide(app: &Worker, id: i64, state: State) -> anyhow::Result<SetAside> {
    let decided = write_decision(app, id, state).await?;
    if state == State::RetryAsked {
        wake_feeds(app).await?;
    }
    look(app).await?;
    Ok(decided)
}

async fn write_decision(app: &Worker, id: i64, state: State) -> placard_store::Result<SetAside> {
    let write = async move |tx: &Tx| set_aside::decide(tx, id, state).await;
    app.store.write("decide_set_aside", Priority::Api, write).await
}

/// What comes again comes before the next record of the log: here is one that says nothing.
async fn wake_feeds(app: &Worker) -> anyhow::Result<()> {
    app.log.append(Event::Requests(Vec::new())).await?;
    Ok(())
}

/// Asks the feeds to take again whatever waits. One record that refuses holds up no other.
async fn retry_all(app: &Worker) -> anyhow::Result<String> {
    let (mut after, mut asked, mut failed) = (0, 0_usize, Vec::new());
    loop {
        let open = app.store.read("list_set_aside", async move |conn| set_aside::open_after(conn, after).await).await?;
        let Some(last) = open.last() else { break };
        after = last.id;
        for row in &open {
            match write_decision(app, row.id, State::RetryAsked).await {
                Ok(_) => asked += 1,
                // Without the database no other would succeed.
                Err(error @ Error::Unavailable(_)) => return Err(error.into()),
                Err(error) => failed.push(format!("{}: {error}", row.id)),
            }
        }
    }
    if asked > 0 {
        wake_feeds(app).await?;
    }
    look(app).await?;
    let text = format!("{asked} records will be tried again");
    anyhow::ensure!(failed.is_empty(), "{text}, {} could not be asked for:\n{}", failed.len(), failed.join("\n"));
    Ok(text)
}

/// A command, as it stands on the command line and comes over the control socket: `list`, `list all`, `retry 7`,
/// `retry all`, `drop 7`. The lines to print.
pub async fn run(app: &Worker, words: &str) -> anyhow::Result<String> {
    let words: Vec<&str> = words.split_whitespace().collect();
    match *words.as_slice() {
        ["list"] => list(app, false).await,
        ["list", "all"] => list(app, true).await,
        ["retry", "all"] => retry_all(app).await,
        ["retry", id] => Ok(decide(app, id.parse()?, State::RetryAsked).await?.to_string()),
        ["drop", id] => Ok(decide(app, id.parse()?, State::Dropped).await?.to_string()),
        _ => anyhow::bail!("set-aside takes list, retry or drop"),
    }
}

async fn list(app: &Worker, all: bool) -> anyhow::Result<String> {
    let rows = app.store.read("list_set_aside", async move |conn| set_aside::list(conn, all).await).await?;
    if rows.is_empty() {
        return Ok("no record is set aside".to_owned());
    }
    Ok(rows.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
}
