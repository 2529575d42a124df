//! Connecting, and running transactions by name.

use crate::conn::{Conn, Tx};
use crate::driver::{Pool, Transaction};
use crate::error::{Error, Result};
use crate::gate::Gate;
use crate::migrations;
use crate::topic::Topic;
use parking_lot::Mutex;
use placard_model::Clock;
use placard_model::settings::InForce;
use sqlx::Connection as _;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;
use tracing::Instrument;

/// How often a transaction is tried when it collides with another.
const ATTEMPTS_MAX: u32 = 12;
/// The longest pause between two attempts.
const RETRY_PAUSE_MAX: Duration = Duration::from_millis(250);

/// Who writes: on SQLite the API's transactions go before those of feeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// Somebody waits for the answer.
    Api,
    /// A loop that catches up later.
    Feed,
}

/// Sizes that an operator may change.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Connections for reading, 1..=64.
    pub readers: u32,
    /// PostgreSQL: connections for writing, 1..=64. SQLite has one.
    pub writers: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { readers: 4, writers: 8 }
    }
}

/// The database. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
    settings: Arc<InForce>,
}

struct Inner {
    read: Pool,
    write: Pool,
    gate: Option<Gate>,
    clock: Arc<dyn Clock>,
    topics: [watch::Sender<u64>; Topic::COUNT],
}

impl Store {
    /// Connects to `sqlite://path?mode=rwc` or `postgres://user:password@host/database`, with sizes by default.
    pub async fn connect(url: &str, clock: Arc<dyn Clock>) -> Result<Self> {
        Self::connect_with(url, Options::default(), clock).await
    }

    /// Connects with given sizes.
    pub async fn connect_with(url: &str, options: Options, clock: Arc<dyn Clock>) -> Result<Self> {
        let (read, write, gate) = if url.starts_with("sqlite:") {
            // The writer goes first: it makes the file, which the readers then find in WAL mode.
            let write = Pool::sqlite_writer(url).await?;
            (Pool::sqlite_readers(url, options.readers).await?, write, Some(Gate::default()))
        } else if url.starts_with("postgres:") || url.starts_with("postgresql:") {
            let read = Pool::postgres_readers(url, options.readers).await?;
            (read, Pool::postgres_writers(url, options.writers).await?, None)
        } else {
            return Err(Error::Database("the database URL must begin with sqlite: or postgres:".to_owned()));
        };
        let topics = std::array::from_fn(|_| watch::Sender::new(0));
        let inner = Arc::new(Inner { read, write, gate, clock, topics });
        Ok(Self { inner, settings: Arc::default() })
    }

    /// The same database, whose transactions see these settings.
    #[must_use]
    pub fn with_settings(mut self, settings: Arc<InForce>) -> Self {
        self.settings = settings;
        self
    }

    /// Brings the schema up to date. Refuses a database that a later version has migrated. Of several that migrate at
    /// once, one goes after the other.
    pub async fn migrate(&self) -> Result<()> {
        let lock = self.inner.write.lock(migrations::LOCK_KEY).await?;
        let migrated = self.migrate_alone().await;
        if let Some(lock) = lock {
            // Dropped, it would be closed by the server some time later.
            lock.close().await?;
        }
        migrated
    }

    async fn migrate_alone(&self) -> Result<()> {
        self.write("migrations", Priority::Api, async |tx| migrations::prepare(tx).await).await?;
        for name in self.pending_migrations().await? {
            self.write("migration", Priority::Api, async |tx| migrations::apply(tx, &name).await).await?;
        }
        Ok(())
    }

    /// Names of migrations that this program knows and the database lacks.
    pub async fn pending_migrations(&self) -> Result<Vec<String>> {
        self.read("pending_migrations", async |conn| migrations::pending(conn).await).await
    }

    /// Whether the database is PostgreSQL.
    pub fn is_postgres(&self) -> bool {
        self.inner.gate.is_none()
    }

    /// The clock that stamps rows.
    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.inner.clock
    }

    /// Changes whenever a committed transaction of this process woke the topic. Other processes do not wake it: poll
    /// as well.
    pub fn watch(&self, topic: Topic) -> watch::Receiver<u64> {
        self.inner.topics[topic as usize].subscribe()
    }

    /// Runs a reading transaction: everything in it sees one moment of the database. It may run more than once.
    pub async fn read<T, F>(&self, name: &'static str, work: F) -> Result<T>
    where
        F: AsyncFn(&Conn) -> Result<T>,
    {
        let span = tracing::debug_span!("store_read", name);
        let began = Instant::now();
        // Boxed, for all who wait for it: their own futures stay small. It is compiled for each caller anew, and so calls what is not.
        let result = Box::pin(async {
            let mut attempt = 0;
            loop {
                attempt += 1;
                let result = match self.begin_read(name).await {
                    Ok(conn) => {
                        let result = work(&conn).await;
                        let (ended, _) = end(conn.inner, result.is_ok()).await;
                        result.and_then(|value| ended.map(|()| value))
                    }
                    Err(error) => Err(error),
                };
                match result {
                    Err(error) if error.is_collision() && attempt < ATTEMPTS_MAX => pause(name, attempt).await,
                    result => return result,
                }
            }
        })
        .instrument(span)
        .await;
        measure(name, "read", began, result.as_ref().err());
        result
    }

    /// Runs a writing transaction: all of it is stored, or nothing. It may run more than once, so that `work` must not
    /// have effects outside of the transaction. Where the
    /// caller's future must be `Send`, `work` is an `async move` closure that owns what it uses: the compiler cannot
    /// follow borrowed captures through it.
    pub async fn write<T, F>(&self, name: &'static str, priority: Priority, work: F) -> Result<T>
    where
        F: AsyncFn(&Tx) -> Result<T>,
    {
        let span = tracing::debug_span!("store_write", name);
        let began = Instant::now();
        let result = Box::pin(async {
            let mut attempt = 0;
            loop {
                attempt += 1;
                let result = match self.begin_write(name, priority).await {
                    Ok(writing) => {
                        let result = work(&writing.tx).await;
                        let ended = self.end_write(writing, result.is_ok()).await;
                        result.and_then(|value| ended.map(|()| value))
                    }
                    Err(error) => Err(error),
                };
                match result {
                    Err(error) if error.is_collision() && attempt < ATTEMPTS_MAX => pause(name, attempt).await,
                    result => return result,
                }
            }
        })
        .instrument(span)
        .await;
        measure(name, "write", began, result.as_ref().err());
        result
    }

    async fn begin_read(&self, name: &'static str) -> Result<Conn> {
        let inner = self.inner.read.begin().await?;
        Ok(Conn { inner, name, now: self.inner.clock.now(), settings: self.settings.get_full() })
    }

    async fn begin_write(&self, name: &'static str, priority: Priority) -> Result<Writing> {
        let turn = self.turn(priority).await;
        let inner = match self.inner.write.begin().await {
            Err(error) if error.is_stuck() && !self.is_postgres() => {
                self.renew_writer().await;
                return Err(Error::Collision(Error::from(error).to_string()));
            }
            begun => begun?,
        };
        let conn = Conn { inner, name, now: self.inner.clock.now(), settings: self.settings.get_full() };
        Ok(Writing { tx: Tx { conn, woken: Mutex::default(), ordered: Mutex::default() }, _turn: turn })
    }

    async fn end_write(&self, writing: Writing, is_kept: bool) -> Result<()> {
        let Writing { tx, _turn } = writing;
        let (ended, is_out) = end(tx.conn.inner, is_kept).await;
        if !is_out && !self.is_postgres() {
            // Later transactions would be parts of the one that is still open, and lost with it.
            self.renew_writer().await;
        }
        if is_kept && ended.is_ok() {
            for topic in tx.woken.into_inner() {
                self.inner.topics[topic as usize].send_modify(|count| *count += 1);
            }
        }
        ended
    }

    /// Closes SQLite's only writing connection; the pool makes another.
    async fn renew_writer(&self) {
        tracing::warn!("the writing connection is in an unknown state and is made anew");
        if let Err(error) = self.inner.write.close_one().await {
            tracing::debug!(%error, "the writing connection was not closed");
        }
    }

    async fn turn(&self, priority: Priority) -> Option<crate::gate::Turn> {
        match &self.inner.gate {
            Some(gate) => Some(gate.turn(priority == Priority::Api).await),
            None => None,
        }
    }

    /// Closes all connections; SQLite then folds its WAL into the file.
    pub async fn close(&self) -> Result<()> {
        self.inner.read.close().await;
        self.inner.write.close().await;
        Ok(())
    }
}

/// A writing transaction with the turn that it has among others. Fields are dropped in their order: the turn is given back after the
/// transaction, also where a future is dropped half way.
struct Writing {
    tx: Tx,
    _turn: Option<crate::gate::Turn>,
}

/// Ends a transaction, whose work is kept or given up; also says whether its connection is known to be out of it: a commit that failed
/// may leave it open.
async fn end(inner: Transaction, is_kept: bool) -> (Result<()>, bool) {
    if is_kept {
        return match inner.commit().await {
            Ok(()) => (Ok(()), true),
            Err(error) => (Err(error), false),
        };
    }
    // The error of the work tells more than one of the rollback, which dropping does as well.
    let rolled_back = inner.rollback().await;
    if let Err(rollback) = &rolled_back {
        tracing::debug!(%rollback, "rollback failed");
    }
    (Ok(()), rolled_back.is_ok())
}

async fn pause(name: &'static str, attempt: u32) {
    metrics::counter!("placard_store_retries_total", "name" => name).increment(1);
    let pause = Duration::from_millis(2u64 << attempt.min(8)).min(RETRY_PAUSE_MAX);
    tokio::time::sleep(pause).await;
}

fn measure(name: &'static str, kind: &'static str, began: Instant, error: Option<&Error>) {
    let outcome = match error {
        None => "ok",
        Some(Error::Unavailable(_) | Error::Collision(_)) => "unavailable",
        Some(Error::Corrupt(_) | Error::Data(_) | Error::Database(_)) => "failed",
        Some(_) => "refused",
    };
    metrics::histogram!("placard_store_transaction_seconds", "name" => name, "kind" => kind, "outcome" => outcome)
        .record(began.elapsed().as_secs_f64());
}
