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
use placard_common::error::panic_text;
use placard_common::health::Severity;
use placard_common::loops::WrittenByNewer;
use placard_events::{Batch, LogError, Position, Unreadable};
use placard_model::UnixMs;
use placard_model::event::{DecodeError, Event, EventRef, Record};
use placard_store::billing::set_aside::{self, NewRecord, SetAside, Source, State};
use placard_store::billing::settlements::{self, Stored};
use placard_store::{Conn, Error, Priority, Tx};
use std::any::Any;
use std::cmp::Ordering;
use std::collections::{BTreeMap, VecDeque};
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
        Self::Record(panic_text(cause))
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
const AGAIN_AT_ONCE: u32 = 100;

/// Something that comes again right before the first record behind a position.
#[derive(Clone, Debug)]
struct Again {
    enters_at: Position,
    source: Source,
    record: EventRef,
}

/// What a feed has set aside, and what comes again and where.
#[derive(Debug, Default)]
pub(crate) struct Detours {
    /// All that the feed goes past at their own place, and when what it had made was last cleared without them.
    passed_over: BTreeMap<(Source, EventRef), Option<UnixMs>>,
    /// Where those of them come again that do.
    enters_at: BTreeMap<(Source, EventRef), Position>,
    /// What comes again and was not met yet, in the order of the positions.
    ahead: VecDeque<Again>,
    /// Somebody may have asked for more to be tried again.
    is_asked: bool,
}

/// Whether the one position is the other or lies before it.
fn is_at_or_before(one: &Position, other: &Position) -> bool {
    one.slower(other) == *one
}

fn is_before(one: &Position, other: &Position) -> bool {
    one != other && is_at_or_before(one, other)
}

impl Detours {
    /// Those of a feed.
    pub(crate) async fn load(app: &WorkerState, consumer: &'static str) -> anyhow::Result<Self> {
        // What may have been asked for while nobody heard it.
        let mut detours = Self { is_asked: true, ..Self::default() };
        let mut after = None;
        loop {
            // Owned, because the compiler loses the lifetime of what an async closure captures.
            let consumer = consumer.to_owned();
            let read = async move |conn: &Conn| set_aside::detours(conn, &consumer, after).await;
            let page = app.store.read("load_set_aside", read).await?;
            let Some(last) = page.last() else { break };
            after = Some((last.source, last.record));
            for row in page {
                detours.passed_over.insert((row.source, row.record), row.lacking_at);
                if let Some(bytes) = &row.enters_at {
                    let enters_at =
                        Position::from_bytes(bytes).context("the position of a retried record is unreadable")?;
                    detours.comes_again(Again { enters_at, source: row.source, record: row.record });
                }
            }
        }
        detours.ahead.make_contiguous().sort_by(|a, b| {
            if a.enters_at == b.enters_at {
                (a.source, a.record).cmp(&(b.source, b.record))
            } else if is_before(&a.enters_at, &b.enters_at) {
                Ordering::Less
            } else {
                Ordering::Greater
            }
        });
        Ok(detours)
    }

    /// Somebody has decided on what was set aside.
    pub(crate) const fn was_asked(&mut self) {
        self.is_asked = true;
    }

    /// Whether there is more to adopt by now.
    pub(crate) fn has_more(&self) -> bool {
        self.is_asked && self.ahead.is_empty()
    }

    /// Notes for some of the records that are to be tried again that they come again at `position`. Only when all that
    /// came again before is met: so the order of those at one position is that of the log, after a restart too.
    pub(crate) async fn adopt(
        &mut self,
        app: &WorkerState,
        consumer: &'static str,
        position: &Position,
    ) -> anyhow::Result<()> {
        if self.has_more() {
            let name = consumer.to_owned();
            let read = async move |conn: &Conn| set_aside::asked(conn, &name, AGAIN_AT_ONCE + 1).await;
            let asked = app.store.read("load_retries", read).await?;
            for row in asked.iter().take(AGAIN_AT_ONCE as usize) {
                self.take(app, consumer, row, position).await?;
            }
            self.is_asked = asked.len() > AGAIN_AT_ONCE as usize;
        }
        if !self.ahead.is_empty() && app.log.end() == *position {
            // What comes again comes before the next record of the log: here is one that says nothing.
            if let Err(error) = app.log.append(Event::Requests(Vec::new())).await {
                tracing::warn!(feed = consumer, "what comes again waits for the next record of the log: {error}");
            }
        }
        Ok(())
    }

    async fn take(
        &mut self,
        app: &WorkerState,
        consumer: &'static str,
        row: &SetAside,
        position: &Position,
    ) -> anyhow::Result<()> {
        if let Err(error) = fetch(app, row.source, row.record).await {
            let new = NewRecord {
                source: row.source,
                record: row.record,
                what: "unreadable",
                appended_at: row.appended_at,
                reason: format!("{error:#}"),
                tries: 1,
            };
            return put(app, consumer, vec![new]).await;
        }
        let (id, bytes) = (row.id, position.to_bytes());
        let write = async move |tx: &Tx| set_aside::take(tx, id, &bytes).await;
        app.store.write("retry_set_aside", Priority::Feed, write).await?;
        tracing::info!(feed = consumer, record = row.record.0, "a record that was set aside comes again");
        self.comes_again(Again { enters_at: position.clone(), source: row.source, record: row.record });
        Ok(())
    }

    fn comes_again(&mut self, again: Again) {
        self.enters_at.insert((again.source, again.record), again.enters_at.clone());
        self.ahead.push_back(again);
    }

    /// The reader stands at `position` now: what came again before it is met. Says whether nothing is left that comes
    /// again.
    pub(crate) fn moved_to(&mut self, position: &Position) -> bool {
        while self.ahead.pop_front_if(|again| is_before(&again.enters_at, position)).is_some() {}
        self.ahead.is_empty()
    }

    /// Whether the feed goes past a record at its own place.
    pub(crate) fn passes_over(&self, record: EventRef) -> bool {
        self.passed_over.contains_key(&(Source::Log, record))
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
        self.enters_at.keys().filter(|(source, _)| *source == Source::Log).map(|(_, record)| *record)
    }

    /// Whether the feed has met a record when it stands at `position`, which has passed the record: at its own place, or
    /// again.
    pub(crate) fn is_met(&self, record: EventRef, position: &Position) -> bool {
        self.has_met(Source::Log, record, position)
    }

    /// Whether the feed counts a settlement by now: at its own place, or again before `position`.
    pub(crate) fn is_settlement_met(&self, seq: i64, position: &Position) -> bool {
        self.has_met(Source::Settlements, EventRef(seq as u64), position)
    }

    /// Whether the feed has met a record or settlement when it stands at `position`, which has passed it.
    pub(crate) fn has_met(&self, source: Source, record: EventRef, position: &Position) -> bool {
        let which = (source, record);
        !self.passed_over.contains_key(&which)
            || self.enters_at.get(&which).is_some_and(|enters_at| is_before(enters_at, position))
    }

    /// Whether the feed goes past a settlement at its own place.
    pub(crate) fn passes_over_settlement(&self, seq: i64) -> bool {
        self.passed_over.contains_key(&(Source::Settlements, EventRef(seq as u64)))
    }

    /// Whether the feed had counted a record, which lies before where it stood, when what it had made was cleared at the
    /// moment `then`: whatever became of the record since.
    pub(crate) fn had_met(&self, source: Source, record: EventRef, then: UnixMs) -> bool {
        self.passed_over.get(&(source, record)).is_none_or(|lacking_at| lacking_at.is_none_or(|at| at < then))
    }

    /// Notes one that was set aside just now.
    pub(crate) fn add(&mut self, source: Source, record: EventRef) {
        self.passed_over.entry((source, record)).or_insert(None);
        if self.enters_at.remove(&(source, record)).is_some() {
            self.ahead.retain(|again| (again.source, again.record) != (source, record));
        }
    }

    /// How many of these records come before the first thing that comes again behind at least one of them. The records
    /// are those from `position` to `next`.
    pub(crate) fn records_before_again(
        &self,
        position: &Position,
        records: &[Record],
        next: &Position,
    ) -> Option<usize> {
        let ahead = self.ahead.iter().take_while(|again| is_before(&again.enters_at, next));
        let ahead = ahead.filter(|again| is_at_or_before(position, &again.enters_at));
        ahead.map(|again| before(&again.enters_at, records)).find(|before| *before > 0)
    }

    /// The stretch of the log from `position` to `next`, without what was set aside and with what comes again. The
    /// records are the readable ones of it.
    pub(crate) async fn pieces(
        &self,
        app: &WorkerState,
        position: &Position,
        records: &[Record],
        next: &Position,
    ) -> anyhow::Result<Vec<Piece>> {
        let mut pieces = Vec::new();
        let mut rest = records;
        for again in self.ahead.iter().take_while(|again| is_before(&again.enters_at, next)) {
            if !is_at_or_before(position, &again.enters_at) {
                continue;
            }
            let (now, later) = rest.split_at(before(&again.enters_at, rest));
            self.push(now, &mut pieces);
            rest = later;
            // What retention has removed meanwhile cannot come again, for nobody.
            match fetch(app, again.source, again.record).await {
                Ok(piece) => pieces.push(piece),
                Err(error) if is_gone(&error) => {
                    tracing::warn!(record = again.record.0, "a record that was set aside is gone: {error:#}");
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

/// How many of these records a position has passed.
fn before(position: &Position, records: &[Record]) -> usize {
    records.iter().take_while(|record| position.has_passed(record.at)).count()
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
    for consumer in [placard_store::billing::settling::FEED, FACTS] {
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
    look(app).await?;
    Ok(decided)
}

async fn write_decision(app: &Worker, id: i64, state: State) -> placard_store::Result<SetAside> {
    let write = async move |tx: &Tx| set_aside::decide(tx, id, state).await;
    app.store.write("decide_set_aside", Priority::Api, write).await
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

#[cfg(test)]
mod tests {
    use super::*;

    fn at(offset: u8) -> Position {
        Position::from_bytes(&[1, 0, offset]).unwrap()
    }

    #[test]
    fn what_was_met_again_costs_no_later_step_anything() {
        let mut detours = Detours::default();
        for offset in 1..=100 {
            for number in 0..50 {
                let record = EventRef(u64::from(offset) * 1_000 + number);
                detours.add(Source::Log, record);
                detours.comes_again(Again { enters_at: at(offset), source: Source::Log, record });
            }
        }
        assert!(!detours.moved_to(&at(60)));
        assert_eq!(detours.ahead.len(), 41 * 50, "what comes again at this position or behind");
        assert!(detours.is_met(EventRef(59_000), &at(60)) && !detours.is_met(EventRef(60_000), &at(60)));
        assert!(detours.passes_over(EventRef(60_000)) && detours.is_met(EventRef(7), &at(60)));
        assert_eq!(detours.records_before_again(&at(60), &[], &at(101)), None);
        detours.add(Source::Log, EventRef(61_007));
        assert_eq!(detours.ahead.len(), 41 * 50 - 1, "it failed again, and comes no more");
        assert!(detours.moved_to(&at(101)) && detours.ahead.is_empty());
        assert!(!detours.is_met(EventRef(61_007), &at(101)) && detours.is_met(EventRef(61_008), &at(101)));
    }
}
