//! A transaction as the table families see it: statements with `$1` placeholders, rows read by column name.

use crate::driver::{Asked, Transaction};
use crate::error::{Error, Result};
use crate::topic::Topic;
use parking_lot::Mutex;
use placard_model::UnixMs;
use placard_model::settings::{Quotas, Settings};
use std::ops::Deref;
use std::sync::Arc;

pub use crate::driver::{Cell, Row, Value};

/// A reading transaction: everything in it sees one moment of the database.
pub struct Conn {
    pub(crate) inner: Transaction,
    pub(crate) name: &'static str,
    pub(crate) now: UnixMs,
    pub(crate) settings: Arc<Settings>,
}

/// A writing transaction; it reads as a [`Conn`] does.
pub struct Tx {
    pub(crate) conn: Conn,
    pub(crate) woken: Mutex<Vec<Topic>>,
    /// Topics that no other transaction runs beside this one.
    pub(crate) ordered: Mutex<Vec<Topic>>,
}

impl Deref for Tx {
    type Target = Conn;

    fn deref(&self) -> &Conn {
        &self.conn
    }
}

/// Sizes of multi-row inserts. A few fixed ones, so that few statements are prepared; 256 rows of 26 values stay below
/// SQLite's limit of 32,766.
const ROWS_PER_INSERT: [usize; 5] = [256, 64, 16, 4, 1];

/// The pattern of `LOWER(column) LIKE $1 ESCAPE '\\'` that finds a phrase anywhere, whatever it holds.
pub(crate) fn like(phrase: &str) -> String {
    like_as_typed(&phrase.to_lowercase())
}

pub(crate) fn like_as_typed(phrase: &str) -> String {
    let escaped = phrase.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    format!("%{escaped}%")
}

/// Leaves out a row that cannot be read, with a line in the log: for what the engine takes, where one such row must not
/// keep all others away.
pub(crate) fn readable<T>(row: Result<T>) -> Option<Result<T>> {
    if let Err(Error::Corrupt(reason)) = &row {
        metrics::counter!("placard_unreadable_rows_total").increment(1);
        tracing::error!("a row of the inventory is left out: {reason}");
        return None;
    }
    Some(row)
}

/// Cuts rows into pieces for multi-row inserts.
pub(crate) fn pieces<T>(mut rows: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let size = ROWS_PER_INSERT.into_iter().find(|size| *size <= rows.len())?;
        let (piece, rest) = rows.split_at(size);
        rows = rest;
        Some(piece)
    })
}

impl Conn {
    /// When the transaction began, by the store's clock.
    pub const fn now(&self) -> UnixMs {
        self.now
    }

    /// The transaction's name, for columns that record the last writer.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The settings that held when the transaction began.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How much one account may have.
    pub fn quotas(&self) -> &Quotas {
        &self.settings.quotas
    }

    /// Whether the database is PostgreSQL, for the few statements that differ.
    pub const fn is_postgres(&self) -> bool {
        self.inner.is_postgres()
    }

    /// All rows that a query finds. The query carries its own limit.
    pub fn rows<'a>(&'a self, sql: &'a str, values: impl IntoIterator<Item = Value>) -> Asked<'a, Vec<Row>> {
        self.inner.rows(sql, values.into_iter().collect())
    }

    /// The first row that a query finds.
    pub fn row<'a>(&'a self, sql: &'a str, values: impl IntoIterator<Item = Value>) -> Asked<'a, Option<Row>> {
        self.inner.row(sql, values.into_iter().collect())
    }

    /// `($1, $2), ...` for an insert of `rows` rows of `columns` values, which are all the values of the statement.
    ///
    /// SQLite gets `?`: a numbered parameter has a name there, and names are searched one by one.
    pub(crate) fn placeholders(&self, rows: usize, columns: usize) -> String {
        let postgres = self.is_postgres();
        let mut text = String::with_capacity(rows * columns * 6);
        for row in 0..rows {
            text.push_str(if row == 0 { "(" } else { ", (" });
            for column in 0..columns {
                if column > 0 {
                    text.push_str(", ");
                }
                if postgres {
                    text.push('$');
                    text.push_str(&(row * columns + column + 1).to_string());
                } else {
                    text.push('?');
                }
            }
            text.push(')');
        }
        text
    }

    /// A condition that a column holds one of `ids`: one bound value however many there are, so that the statement's
    /// text stays the same. What it needs is pushed to `values`.
    pub fn one_of(&self, column: &str, ids: impl IntoIterator<Item = i64>, values: &mut Vec<Value>) -> String {
        let ids: Vec<String> = ids.into_iter().map(|id| id.to_string()).collect();
        let list = ids.join(",");
        let place = values.len() + 1;
        if self.is_postgres() {
            values.push(list.into());
            format!("{column} = ANY(string_to_array(${place}, ',')::bigint[])")
        } else {
            values.push(format!("[{list}]").into());
            format!("{column} IN (SELECT value FROM json_each(${place}))")
        }
    }

    /// SQL for a part of a column that holds a JSON object, as text; NULL where there is none. What else stands in the
    /// column is not read.
    pub(crate) fn json_part(&self, column: &str, part: &str) -> String {
        if self.is_postgres() {
            format!("({column}::json -> '{part}')::text")
        } else {
            format!("json_extract({column}, '$.{part}')")
        }
    }
}

impl Tx {
    /// Runs a statement; the number of rows that it changed.
    pub fn execute<'a>(&'a self, sql: &'a str, values: impl IntoIterator<Item = Value>) -> Asked<'a, u64> {
        self.inner.execute(sql, values.into_iter().collect())
    }

    /// Runs statements of a migration, which have no values.
    pub(crate) async fn run(&self, sql: &str) -> Result<()> {
        Ok(self.inner.execute_script(sql).await?)
    }

    /// Runs a statement that must change exactly one row.
    pub fn execute_one<'a>(
        &'a self,
        what: &'static str,
        sql: &'a str,
        values: impl IntoIterator<Item = Value>,
    ) -> Asked<'a, ()> {
        let executed = self.execute(sql, values);
        Box::pin(async move {
            match executed.await? {
                0 => Err(Error::NotFound(what)),
                1 => Ok(()),
                more => Err(Error::Database(format!("{}: {more} rows of {what} instead of one", self.name))),
            }
        })
    }

    /// Runs an `INSERT ... RETURNING id` (the statement ends with it) and gives the id.
    pub fn insert<'a>(&'a self, sql: &'a str, values: impl IntoIterator<Item = Value>) -> Asked<'a, i64> {
        let inserted = self.row(sql, values);
        Box::pin(async move {
            inserted.await?.ok_or_else(|| Error::Database("an insert returned no id".to_owned()))?.get("id")
        })
    }

    /// Wakes those who wait for a topic, once the transaction is committed.
    pub fn wake(&self, topic: Topic) {
        let mut woken = self.woken.lock();
        if !woken.contains(&topic) {
            woken.push(topic);
        }
    }

    /// Lets no other transaction of this topic run until this one ends, so that numbers given in it become visible in
    /// their order. SQLite has one writer anyway.
    pub async fn in_order(&self, topic: Topic) -> Result<()> {
        // The lock is kept until the transaction ends: a thousand changes need not ask for it a thousand times.
        if self.is_postgres() && !self.ordered.lock().contains(&topic) {
            self.row("SELECT 1 AS locked FROM (SELECT pg_advisory_xact_lock($1)) AS l", [topic.lock_key().into()])
                .await?;
            self.ordered.lock().push(topic);
        }
        Ok(())
    }
}
