//! An open file of statistics.

use crate::error::StatsError;
use crate::{click_rows, page_rows, sample_rows, schema};
use duckdb::{Config, Connection};
use parking_lot::Mutex;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A closed period is compacted once it has so many rows appended since the last time; fewer cost less than rewriting.
const LOOSE_ROWS_CLOSED_MIN: u32 = 512;
/// How long a stream waits for its reader.
const READER_PATIENCE: Duration = Duration::from_secs(10);

/// Where the facts are and what they may use.
#[derive(Clone, Debug)]
pub struct StatsConfig {
    /// The database file; nothing keeps the facts in memory (tests).
    pub path: Option<PathBuf>,
    /// Memory that DuckDB may use, in MiB (at least 64).
    pub memory_limit_mib: u32,
    /// What questions that need more may put beside the file, all together, in MiB.
    pub spill_max_mib: u64,
    /// Threads that one question may use (at least 1).
    pub threads: u32,
    /// Questions answered at the same time (at least 1); others wait.
    pub parallel_questions: u32,
    /// Rows appended to a closed period that make it worth compacting (at least 1).
    pub compact_rows_min: u32,
    /// How long a stream waits for its reader to take a part; then it is cut off, because others wait for their turn.
    pub reader_patience: Duration,
}

impl StatsConfig {
    /// The file at `path` with 1 GiB of memory and as much of disk, 2 threads and 4 questions at a time.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Self { path: Some(path.into()), threads: 2, spill_max_mib: 1024, ..Self::memory() }
    }

    /// Facts in memory only, where all must find room, with one thread: for tests, whose questions are small and take longer with two.
    pub const fn memory() -> Self {
        Self {
            path: None,
            memory_limit_mib: 1024,
            spill_max_mib: 0,
            threads: 1,
            parallel_questions: 4,
            compact_rows_min: LOOSE_ROWS_CLOSED_MIN,
            reader_patience: READER_PATIENCE,
        }
    }
}

/// The connections of an open file. The file is closed with the last of them.
pub(crate) struct Opened {
    pub(crate) writer: Mutex<Connection>,
    /// Only ever cloned, so that a new reader does not wait for the writer.
    pub(crate) origin: Mutex<Connection>,
    pub(crate) readers: Mutex<Vec<Connection>>,
}

impl Opened {
    /// Opens the file, and adds to it what earlier versions did not have.
    pub(crate) fn open(config: &StatsConfig) -> Result<Self, StatsError> {
        let flags = Config::default()
            .max_memory(&format!("{}MiB", config.memory_limit_mib.max(64)))?
            .threads(i64::from(config.threads.max(1)))?
            .enable_autoload_extension(false)?
            .with("autoinstall_known_extensions", "false")?
            .with("preserve_insertion_order", "true")?
            // What does not fit into memory goes beside the file, and nowhere without one: by default it would go to where the program was
            // started, to the same place for all.
            .with("temp_directory", config.path.as_deref().map_or_else(String::new, temp_folder))?;
        let mut writer = match &config.path {
            Some(path) => Connection::open_with_flags(path, flags)?,
            None => Connection::open_in_memory_with_flags(flags)?,
        };
        // By default nearly all of the disk, on which clicks must find room. As a flag of opening it is taken and not kept to.
        writer.execute_batch(&spill_sql(config.spill_max_mib))?;
        let known = columns(&writer)?;
        let is_known = |column: &str| known.contains(column);
        if !is_known("schema_version.version") {
            let tx = writer.transaction()?;
            tx.execute_batch(&(schema::create() + &sample_rows::create()))?;
            tx.commit()?;
        }
        if !is_known("clicks.click") {
            // Earlier versions did not have them: it changes no layout. What was counted before is added by the feed.
            let tx = writer.transaction()?;
            tx.execute_batch(&click_rows::create(!is_known("schema_version.version")))?;
            tx.commit()?;
        }
        let version: i64 = writer.query_row("SELECT max(version) FROM schema_version", [], |row| row.get(0))?;
        if version > schema::SCHEMA_VERSION {
            return Err(StatsError::Newer(version));
        }
        if version < schema::SCHEMA_VERSION {
            let tx = writer.transaction()?;
            tx.execute_batch(&(schema::upgrade_from_first() + &sample_rows::create()))?;
            tx.commit()?;
        }
        for (last, statements) in LACKING {
            if !is_known(last) {
                writer.execute_batch(statements)?;
            }
        }
        Ok(Self {
            origin: Mutex::new(writer.try_clone()?),
            writer: Mutex::new(writer),
            readers: Mutex::new(Vec::new()),
        })
    }
}

/// What lets questions put so many MiB beside the file.
pub(crate) fn spill_sql(max_mib: u64) -> String {
    format!("SET max_temp_directory_size = '{max_mib}MiB'")
}

/// Where a file's questions put what does not fit into memory.
fn temp_folder(path: &Path) -> String {
    format!("{}.tmp", path.display())
}

/// Columns, tables and marks that earlier versions did not have, as they change no layout: the last column of each, and what adds it and
/// all before it where they are missing. To do that at each start would take longer than all else of opening.
const LACKING: [(&str, &str); 4] = [
    ("samples.keywords", sample_rows::ADD_CONTENT),
    ("clicks.campaign_type", click_rows::ADD_CAMPAIGN_TYPE),
    ("sample_page_days.day", page_rows::CREATE),
    ("kept_days.cleared_at", schema::CREATE_MARKS),
];

/// The columns of all tables: `table.column`.
fn columns(writer: &Connection) -> Result<HashSet<String>, StatsError> {
    let sql = "SELECT table_name || '.' || column_name FROM duckdb_columns() WHERE NOT internal";
    let mut statement = writer.prepare(sql)?;
    let names = statement.query_map([], |row| row.get(0))?;
    Ok(names.collect::<Result<_, _>>()?)
}
