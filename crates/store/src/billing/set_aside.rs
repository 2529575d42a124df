//! Records that a feed could not digest: set aside with the reason, so that the feed goes on, until somebody has them
//! tried again or gives them up.
//!
//! A row is never removed: whoever reads the log again, after a restart or for an audit, passes over what was set aside,
//! and meets what was taken after all where the feed met it again.

use crate::codes::code;
use crate::conn::{Conn, Row, Tx};
use crate::error::{Error, Result};
use crate::statement::{Insert, Update};
use crate::topic::Topic;
use placard_model::UnixMs;
use placard_model::event::EventRef;

/// The longest reason that is kept, in characters.
const REASON_CHARS_MAX: usize = 500;
/// Nobody has decided yet, or the feed has not heard of it.
const OPEN: &str = concat!("state IN (", code!(set_aside), ", ", code!(retry_asked), ")");
/// Rows that a list shows at most.
pub const ROWS_LISTED_MAX: u32 = 1_000;

/// Where a record comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Source {
    /// The event log; the reference is the record's place in it.
    Log = code!(from_log),
    /// The settlements; the reference is the sequence number.
    Settlements = code!(from_settlements),
}

/// What became of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum State {
    /// Nobody has decided.
    SetAside = code!(set_aside),
    /// The feed is to take it again.
    RetryAsked = code!(retry_asked),
    /// The feed took it again.
    Taken = code!(taken),
    /// Given up.
    Dropped = code!(dropped),
}

impl State {
    /// The word that people read.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SetAside => "set aside",
            Self::RetryAsked => "to be tried again",
            Self::Taken => "taken after all",
            Self::Dropped => "given up",
        }
    }
}

/// A record to set aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRecord {
    /// Where it comes from.
    pub source: Source,
    /// Which it is.
    pub record: EventRef,
    /// What it is: `click`, `show`, `postback`, ...; `unreadable` where that is not known.
    pub what: &'static str,
    /// When it was appended.
    pub appended_at: UnixMs,
    /// Why it was not digested.
    pub reason: String,
    /// How often it was tried.
    pub tries: u32,
}

/// A record that was set aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAside {
    /// The number of the row.
    pub id: i64,
    /// The feed.
    pub consumer: String,
    /// Where it comes from.
    pub source: Source,
    /// Which it is.
    pub record: EventRef,
    /// What it is.
    pub what: String,
    /// When it was appended.
    pub appended_at: UnixMs,
    /// Why it was not digested, the last time.
    pub reason: String,
    /// How often it was tried.
    pub tries: i64,
    /// What became of it.
    pub state: State,
    /// Taken after all: the position before which it came again.
    pub enters_at: Option<Vec<u8>>,
    /// When it was set aside first.
    pub first_at: UnixMs,
    /// The last change.
    pub last_at: UnixMs,
}

impl std::fmt::Display for SetAside {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { id, consumer, what, record, appended_at, tries, reason, .. } = self;
        let state = self.state.name();
        write!(f, "{id}: {what} {} of {appended_at}, {state} by {consumer} after {tries} tries: {reason}", record.0)
    }
}

/// Sets a record aside, in the transaction in which the feed's position moves past it. One that was set aside before gets
/// the new reason.
pub async fn put(tx: &Tx, consumer: &str, new: &NewRecord) -> Result<()> {
    // A reason may quote what made the trouble.
    let reason: String = new.reason.chars().filter(|c| *c != '\0').take(REASON_CHARS_MAX).collect();
    Insert::into("set_aside_records")
        .set("consumer", consumer)
        .set("source", new.source as i64)
        .set("record_ref", new.record.0 as i64)
        .set("what", new.what)
        .set("appended_at", new.appended_at.0)
        .set("reason", reason)
        .set("tries", i64::from(new.tries))
        .set("state", State::SetAside as i64)
        .set("first_at", tx.now().0)
        .set("last_at", tx.now().0)
        .set("updated_by", tx.name())
        .ending(
            "ON CONFLICT (consumer, source, record_ref) DO UPDATE SET reason = excluded.reason, \
             tries = set_aside_records.tries + excluded.tries, state = excluded.state, enters_at = NULL, \
             last_at = excluded.last_at, updated_by = excluded.updated_by",
        )
        .run(tx)
        .await?;
    tx.wake(Topic::SetAside);
    Ok(())
}

/// Where a reader of the log or of the settlements meets a record that was set aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detour {
    /// Where the record comes from.
    pub source: Source,
    /// Which it is: passed over at its own place.
    pub record: EventRef,
    /// Taken after all: the position before which it came again.
    pub enters_at: Option<Vec<u8>>,
    /// The last clearing of what the feed has made at which that lacked the record.
    pub lacking_at: Option<UnixMs>,
    /// When it was appended; the click's moment where it is a settlement.
    pub appended_at: UnixMs,
}

/// What a feed has set aside, whatever became of it, behind the record `after`, in the order of the references. At most
/// [`ROWS_LISTED_MAX`]; a page is empty only at the end.
pub async fn detours(conn: &Conn, consumer: &str, after: Option<(Source, EventRef)>) -> Result<Vec<Detour>> {
    let (source, record) = after.map_or((0, 0), |(source, record)| (source as i64, record.0 as i64));
    let sql = format!(
        "SELECT source, record_ref, enters_at, lacking_at, appended_at FROM set_aside_records \
         WHERE consumer = $1 AND (source, record_ref) > ($2, $3) ORDER BY source, record_ref LIMIT {ROWS_LISTED_MAX}"
    );
    let rows = conn.rows(&sql, [consumer.into(), source.into(), record.into()]).await?;
    rows.iter()
        .map(|row| {
            let record = EventRef(row.get::<i64>("record_ref")? as u64);
            Ok(Detour {
                source: source_of(row)?,
                record,
                enters_at: row.get("enters_at")?,
                lacking_at: row.get::<Option<i64>>("lacking_at")?.map(UnixMs),
                appended_at: UnixMs(row.get("appended_at")?),
            })
        })
        .collect()
}

/// Notes of records that what a feed has made lacks them when it is cleared, and days of it stay as they are.
pub async fn note_lacking(tx: &Tx, consumer: &str, records: &[(Source, EventRef)], at: UnixMs) -> Result<()> {
    for (source, record) in records {
        Update::of("set_aside_records")
            .set("lacking_at", at.0)
            .set("updated_by", tx.name())
            .filter("consumer =", consumer)
            .filter("source =", *source as i64)
            .filter("record_ref =", record.0 as i64)
            .run(tx)
            .await?;
    }
    Ok(())
}

/// Records that a feed is to take again, in the order of their references; at most `most`.
pub async fn asked(conn: &Conn, consumer: &str, most: u32) -> Result<Vec<SetAside>> {
    let sql = format!(
        "SELECT * FROM set_aside_records WHERE consumer = $1 AND state = {} \
         ORDER BY source, record_ref LIMIT {most}",
        code!(retry_asked)
    );
    conn.rows(&sql, [consumer.into()]).await?.iter().map(from_row).collect()
}

/// Records of the log of one kind, none beyond `last`, that a feed has set aside and nobody has given up, latest first. At most
/// [`ROWS_LISTED_MAX`].
pub async fn of_kind(conn: &Conn, consumer: &str, what: &str, last: EventRef) -> Result<Vec<SetAside>> {
    let sql = format!(
        "SELECT * FROM set_aside_records WHERE consumer = $1 AND source = {} AND what = $2 AND record_ref <= $3 \
         AND state <> {} ORDER BY record_ref DESC LIMIT {ROWS_LISTED_MAX}",
        code!(from_log),
        code!(dropped)
    );
    let values = [consumer.into(), what.into(), (last.0 as i64).into()];
    conn.rows(&sql, values).await?.iter().map(from_row).collect()
}

/// The records that wait for somebody's decision or for their feed, oldest first; with `all`, those too that were taken
/// after all or given up. At most [`ROWS_LISTED_MAX`].
pub async fn list(conn: &Conn, all: bool) -> Result<Vec<SetAside>> {
    let open = if all { "1 = 1" } else { OPEN };
    let sql = format!("SELECT * FROM set_aside_records WHERE {open} ORDER BY id LIMIT {ROWS_LISTED_MAX}");
    conn.rows(&sql, []).await?.iter().map(from_row).collect()
}

/// The same, of those with a number beyond `after`: all of them in pages. A page is empty only at the end.
pub async fn open_after(conn: &Conn, after: i64) -> Result<Vec<SetAside>> {
    let sql = format!(
        "SELECT * FROM set_aside_records WHERE {OPEN} AND id > $1 \
         ORDER BY id LIMIT {ROWS_LISTED_MAX}"
    );
    conn.rows(&sql, [after.into()]).await?.iter().map(from_row).collect()
}

/// How many records wait for somebody's decision or for their feed, by feed.
pub async fn open_counts(conn: &Conn) -> Result<Vec<(String, i64)>> {
    let sql = format!(
        "SELECT consumer, COUNT(*) AS records FROM set_aside_records WHERE {OPEN} \
         GROUP BY consumer ORDER BY consumer"
    );
    conn.rows(&sql, []).await?.iter().map(|row| Ok((row.get("consumer")?, row.get("records")?))).collect()
}

/// Asks for a record to be taken again, or gives it up. [`Error::Conflict`] when it was taken after all.
pub async fn decide(tx: &Tx, id: i64, state: State) -> Result<SetAside> {
    let row = tx.row("SELECT * FROM set_aside_records WHERE id = $1", [id.into()]).await?;
    let before = row.as_ref().map(from_row).transpose()?.ok_or(Error::NotFound("record that was set aside"))?;
    if before.state == State::Taken {
        return Err(Error::Conflict(format!("record {id} was taken after all; there is nothing left to decide")));
    }
    set_state(tx, id, state, None).await?;
    tx.wake(Topic::SetAside);
    Ok(SetAside { state, ..before })
}

/// Notes that a feed takes a record again, at its present position.
pub async fn take(tx: &Tx, id: i64, enters_at: &[u8]) -> Result<()> {
    set_state(tx, id, State::Taken, Some(enters_at.to_vec())).await
}

async fn set_state(tx: &Tx, id: i64, state: State, enters_at: Option<Vec<u8>>) -> Result<()> {
    Update::of("set_aside_records")
        .set("state", state as i64)
        .set("enters_at", enters_at)
        .set("last_at", tx.now().0)
        .set("updated_by", tx.name())
        .filter("id =", id)
        .one(tx, "record that was set aside")
        .await
}

fn source_of(row: &Row) -> Result<Source> {
    match row.get::<i64>("source")? {
        code!(from_log) => Ok(Source::Log),
        code!(from_settlements) => Ok(Source::Settlements),
        other => Err(Error::Corrupt(format!("source {other} of a record"))),
    }
}

fn from_row(row: &Row) -> Result<SetAside> {
    let state = match row.get::<i64>("state")? {
        code!(set_aside) => State::SetAside,
        code!(retry_asked) => State::RetryAsked,
        code!(taken) => State::Taken,
        code!(dropped) => State::Dropped,
        other => return Err(Error::Corrupt(format!("state {other} of a record"))),
    };
    Ok(SetAside {
        id: row.get("id")?,
        consumer: row.get("consumer")?,
        source: source_of(row)?,
        record: EventRef(row.get::<i64>("record_ref")? as u64),
        what: row.get("what")?,
        appended_at: UnixMs(row.get("appended_at")?),
        reason: row.get("reason")?,
        tries: row.get("tries")?,
        state,
        enters_at: row.get("enters_at")?,
        first_at: UnixMs(row.get("first_at")?),
        last_at: UnixMs(row.get("last_at")?),
    })
}
