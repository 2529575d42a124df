//! The thin layer over sqlx that makes SQLite and PostgreSQL one: values, rows, pools and transactions.

use crate::error::{Error, Result};
use sqlx::pool::PoolOptions;
use sqlx::postgres::{PgArguments, PgConnectOptions, PgRow};
use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteJournalMode, SqliteRow, SqliteSynchronous};
use sqlx::{
    Arguments, AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection, PgPool, Postgres, Row as _,
    SqlSafeStr, Sqlite, SqlitePool,
};
use std::pin::Pin;
use std::time::Duration;
use tokio::sync::Mutex;

/// How long SQLite itself waits for a lock of another process.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// Switches off that questions are compiled, where PostgreSQL knows how to.
const JIT_OFF: &str = "SELECT set_config(name, 'off', false) FROM pg_settings WHERE name = 'jit'";
/// How long a transaction waits for a free connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(10);
/// Rows that SQLite's thread reads before somebody takes them: with few, both threads wait for each other at each row.
const ROWS_AHEAD: usize = 2_000;
/// Statements that each of SQLite's connections keeps prepared.
const STATEMENTS_KEPT: usize = 512;

/// A value of a statement, made with `into()`. One that is none has a type all the same, which PostgreSQL asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number: ids, counts, times in milliseconds, money in micro-dollars.
    Big(Option<i64>),
    /// True or false.
    Flag(Option<bool>),
    /// A text, JSON included.
    Text(Option<String>),
    /// Bytes.
    Bytes(Option<Vec<u8>>),
    /// A 64-bit float.
    Float(Option<f64>),
}

macro_rules! values {
    ($($variant:ident $kind:ty),*) => {
        $(
            impl From<$kind> for Value {
                fn from(value: $kind) -> Self {
                    Self::$variant(Some(value))
                }
            }

            impl From<Option<$kind>> for Value {
                fn from(value: Option<$kind>) -> Self {
                    Self::$variant(value)
                }
            }

            impl Cell for Option<$kind> {
                fn read(row: &Row, column: &str) -> sqlx::Result<Self> {
                    match row {
                        Row::Sqlite(row) => row.try_get(column),
                        Row::Postgres(row) => row.try_get(column),
                    }
                }
            }

            impl Cell for $kind {
                fn read(row: &Row, column: &str) -> sqlx::Result<Self> {
                    Option::<$kind>::read(row, column)?.ok_or_else(|| sqlx::Error::Decode("it is NULL".into()))
                }
            }
        )*

        impl Value {
            fn bind<A: Arguments>(self, arguments: &mut A) -> Result<(), sqlx::error::BoxDynError>
            where
                $(Option<$kind>: for<'a> sqlx::Encode<'a, A::Database> + sqlx::Type<A::Database>),*
            {
                match self {
                    $(Self::$variant(value) => arguments.add(value),)*
                }
            }
        }
    };
}

values!(Big i64, Flag bool, Text String, Bytes Vec<u8>, Float f64);

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        value.to_owned().into()
    }
}

impl From<Option<&str>> for Value {
    fn from(value: Option<&str>) -> Self {
        value.map(str::to_owned).into()
    }
}

impl From<&[u8]> for Value {
    fn from(value: &[u8]) -> Self {
        value.to_owned().into()
    }
}

/// What a column can be read as: the kinds of [`Value`], and `Option` of them where it may be NULL.
pub trait Cell: Sized {
    #[doc(hidden)]
    fn read(row: &Row, column: &str) -> sqlx::Result<Self>;
}

/// A row of a result.
pub enum Row {
    #[doc(hidden)]
    Sqlite(SqliteRow),
    #[doc(hidden)]
    Postgres(PgRow),
}

impl Row {
    /// The value of a column. `SUM` of integers must be written `CAST(SUM(x) AS BIGINT)`, which PostgreSQL needs.
    pub fn get<T: Cell>(&self, column: &str) -> Result<T> {
        T::read(self, column).map_err(|error| Error::Corrupt(format!("column {column}: {error}")))
    }
}

fn bound<A: Arguments + Default>(
    values: impl IntoIterator<Item = Value>,
    bind: impl Fn(Value, &mut A) -> Result<(), sqlx::error::BoxDynError>,
) -> sqlx::Result<A> {
    let mut arguments = A::default();
    for value in values {
        bind(value, &mut arguments).map_err(sqlx::Error::Encode)?;
    }
    Ok(arguments)
}

/// What is asked of the database. Its type is the same for all statements and says nothing of the engines: thousands of callers
/// would have to be compiled with all that each engine does.
pub type Asked<'a, T, E = Error> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'a>>;

/// An open transaction. Dropped, it is taken back when its connection is used next.
pub(crate) enum Transaction {
    Sqlite(Mutex<sqlx::Transaction<'static, Sqlite>>),
    Postgres(Mutex<sqlx::Transaction<'static, Postgres>>),
}

/// Runs a query on either engine: `$values` are bound, `$connection` is the transaction's.
macro_rules! run {
    ($transaction:expr, $sql:expr, $values:expr, $query:ident, $connection:ident => $run:expr) => {
        match $transaction {
            Self::Sqlite(transaction) => {
                let arguments: SqliteArguments = bound($values, Value::bind)?;
                let $connection = &mut **transaction.lock().await;
                let $query = sqlx::query_with::<Sqlite, _>(AssertSqlSafe($sql), arguments);
                $run
            }
            Self::Postgres(transaction) => {
                let arguments: PgArguments = bound($values, Value::bind)?;
                let $connection = &mut **transaction.lock().await;
                let $query = sqlx::query_with::<Postgres, _>(AssertSqlSafe($sql), arguments);
                $run
            }
        }
    };
}

impl Transaction {
    pub(crate) const fn is_postgres(&self) -> bool {
        matches!(self, Self::Postgres(_))
    }

    pub(crate) fn rows<'a>(&'a self, sql: &'a str, values: Vec<Value>) -> Asked<'a, Vec<Row>> {
        Box::pin(async move {
            run!(self, sql, values, query, connection => {
                Ok(query.fetch_all(connection).await?.into_iter().map(Row::from).collect())
            })
        })
    }

    pub(crate) fn row<'a>(&'a self, sql: &'a str, values: Vec<Value>) -> Asked<'a, Option<Row>> {
        Box::pin(async move {
            run!(self, sql, values, query, connection => Ok(query.fetch_optional(connection).await?.map(Row::from)))
        })
    }

    pub(crate) fn execute<'a>(&'a self, sql: &'a str, values: Vec<Value>) -> Asked<'a, u64> {
        Box::pin(async move {
            run!(self, sql, values, query, connection => Ok(query.execute(connection).await?.rows_affected()))
        })
    }

    /// Runs statements without values, which are not kept prepared.
    pub(crate) async fn execute_script(&self, sql: &str) -> sqlx::Result<()> {
        match self {
            Self::Sqlite(transaction) => {
                sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut **transaction.lock().await).await.map(drop)
            }
            Self::Postgres(transaction) => {
                sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut **transaction.lock().await).await.map(drop)
            }
        }
    }

    pub(crate) fn commit(self) -> Asked<'static, ()> {
        Box::pin(async move {
            Ok(match self {
                Self::Sqlite(transaction) => transaction.into_inner().commit().await,
                Self::Postgres(transaction) => transaction.into_inner().commit().await,
            }?)
        })
    }

    pub(crate) fn rollback(self) -> Asked<'static, ()> {
        Box::pin(async move {
            Ok(match self {
                Self::Sqlite(transaction) => transaction.into_inner().rollback().await,
                Self::Postgres(transaction) => transaction.into_inner().rollback().await,
            }?)
        })
    }
}

impl From<SqliteRow> for Row {
    fn from(row: SqliteRow) -> Self {
        Self::Sqlite(row)
    }
}

impl From<PgRow> for Row {
    fn from(row: PgRow) -> Self {
        Self::Postgres(row)
    }
}

/// Connections to one database, for reading or for writing.
pub(crate) enum Pool {
    Sqlite { pool: SqlitePool, begin: Option<&'static str> },
    Postgres { pool: PgPool, begin: Option<&'static str> },
}

impl Pool {
    /// The connections that read a SQLite database.
    pub(crate) async fn sqlite_readers(url: &str, connections: u32) -> Result<Self> {
        let options = sqlite(url)?.pragma("query_only", "on");
        let pool = sqlite_pool(connections).connect_with(options).await.map_err(Error::away)?;
        Ok(Self::Sqlite { pool, begin: None })
    }

    /// The connection that writes a SQLite database; it makes the file where there is none.
    pub(crate) async fn sqlite_writer(url: &str) -> Result<Self> {
        let pool = sqlite_pool(1).connect_with(sqlite(url)?).await.map_err(Error::away)?;
        // With the lock from its beginning: a transaction that takes it later may have to be given up for it.
        Ok(Self::Sqlite { pool, begin: Some("BEGIN IMMEDIATE") })
    }

    /// Connections that read a PostgreSQL database: a transaction sees one moment of it.
    pub(crate) async fn postgres_readers(url: &str, connections: u32) -> Result<Self> {
        Self::postgres(url, connections, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await
    }

    /// Connections that write a PostgreSQL database: transactions come out as if one ran after another.
    pub(crate) async fn postgres_writers(url: &str, connections: u32) -> Result<Self> {
        Self::postgres(url, connections, "BEGIN ISOLATION LEVEL SERIALIZABLE").await
    }

    async fn postgres(url: &str, connections: u32, begin: &'static str) -> Result<Self> {
        let options = url.parse::<PgConnectOptions>().map_err(Error::away)?.disable_statement_logging();
        // Its estimates make PostgreSQL compile long questions, which takes longer than to answer them as they are.
        let pool = PoolOptions::new().max_connections(connections).acquire_timeout(ACQUIRE_TIMEOUT).after_connect(
            |connection: &mut PgConnection, _| Box::pin(async move { connection.execute(JIT_OFF).await.map(|_| ()) }),
        );
        Ok(Self::Postgres { pool: pool.connect_with(options).await.map_err(Error::away)?, begin: Some(begin) })
    }

    /// Begins a transaction.
    pub(crate) fn begin(&self) -> Asked<'_, Transaction, BeginError> {
        Box::pin(async move {
            match self {
                Self::Sqlite { pool, begin } => {
                    let connection = pool.acquire().await.map_err(BeginError::Away)?;
                    let begun = sqlx::Transaction::begin(connection, begin.map(SqlSafeStr::into_sql_str)).await;
                    Ok(Transaction::Sqlite(Mutex::new(begun.map_err(BeginError::Refused)?)))
                }
                Self::Postgres { pool, begin } => {
                    let connection = pool.acquire().await.map_err(BeginError::Away)?;
                    let begun = sqlx::Transaction::begin(connection, begin.map(SqlSafeStr::into_sql_str)).await;
                    Ok(Transaction::Postgres(Mutex::new(begun.map_err(BeginError::Refused)?)))
                }
            }
        })
    }

    /// PostgreSQL: a connection of its own that holds a lock as long as it is open, beside all transactions: one that
    /// waits for a lock sees the database as it was before it waited.
    pub(crate) async fn lock(&self, key: i64) -> Result<Option<PgConnection>> {
        let Self::Postgres { pool, .. } = self else { return Ok(None) };
        let mut connection = pool.connect_options().connect().await.map_err(Error::away)?;
        sqlx::query("SELECT pg_advisory_lock($1)").bind(key).execute(&mut connection).await?;
        Ok(Some(connection))
    }

    /// Closes a connection, so that the pool makes another.
    pub(crate) async fn close_one(&self) -> sqlx::Result<()> {
        match self {
            Self::Sqlite { pool, .. } => pool.acquire().await?.close().await,
            Self::Postgres { pool, .. } => pool.acquire().await?.close().await,
        }
    }

    /// Closes all connections.
    pub(crate) async fn close(&self) {
        match self {
            Self::Sqlite { pool, .. } => pool.close().await,
            Self::Postgres { pool, .. } => pool.close().await,
        }
    }
}

/// Why a transaction did not begin.
pub(crate) enum BeginError {
    /// There was no connection for it.
    Away(sqlx::Error),
    /// The connection did not take it.
    Refused(sqlx::Error),
}

impl BeginError {
    /// Whether a connection believes to be in a transaction that the database has taken back by itself, as SQLite does
    /// on a full disk: it would refuse every further one.
    pub(crate) const fn is_stuck(&self) -> bool {
        matches!(self, Self::Refused(sqlx::Error::InvalidSavePointStatement | sqlx::Error::BeginFailed))
    }
}

impl From<BeginError> for Error {
    fn from(error: BeginError) -> Self {
        match error {
            BeginError::Away(error) => Self::away(error),
            BeginError::Refused(error) => error.into(),
        }
    }
}

/// Runs a statement on a PostgreSQL server outside of any transaction.
pub(crate) async fn execute_alone(url: &str, sql: &str) -> Result<()> {
    let mut connection = PgConnection::connect(url).await.map_err(Error::away)?;
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await?;
    Ok(connection.close().await?)
}

/// The texts that a query on a PostgreSQL server finds.
pub(crate) async fn names_alone(url: &str, sql: &str) -> Result<Vec<String>> {
    let mut connection = PgConnection::connect(url).await.map_err(Error::away)?;
    let names = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(&mut connection).await?;
    connection.close().await?;
    Ok(names)
}

fn sqlite(url: &str) -> Result<SqliteConnectOptions> {
    let options: SqliteConnectOptions = url.parse().map_err(Error::away)?;
    Ok(options
        .disable_statement_logging()
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT)
        .pragma("cache_size", "-16000")
        .row_buffer_size(ROWS_AHEAD)
        .statement_cache_capacity(STATEMENTS_KEPT))
}

/// SQLite's connections cost nothing to keep and its pages are warm in them.
fn sqlite_pool(connections: u32) -> PoolOptions<Sqlite> {
    PoolOptions::new()
        .max_connections(connections)
        .min_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
}
