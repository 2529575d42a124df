//! A damaged facts file: told apart from other troubles, put aside, and begun anew.
//!
//! All facts follow from the event log and the settlements, so a file that cannot be read is no reason to stop. It is
//! kept beside the new one, because shows of days that the log no longer has are in it alone.

use crate::database::Stats;
use crate::error::StatsError;
use crate::opened::StatsConfig;
use placard_model::UnixMs;
use std::fs::{self, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Files put aside that are kept; the oldest goes first.
pub const PUT_ASIDE_MAX: usize = 3;
/// What the name of a file put aside has between the file's own name and the moment.
const INFIX: &str = ".damaged-";

/// What DuckDB says where the machine is at fault and the file is not: no reason to put it aside.
const MACHINE: [&str; 8] = [
    "could not set lock",
    "no space left",
    "out of memory",
    "cannot allocate",
    "too many open files",
    "permission denied",
    "read-only",
    "input/output error",
];
/// What DuckDB says of a file whose content is wrong.
const CORRUPT: [&str; 5] =
    ["corrupt", "checksum", "failed to deserialize", "not a valid duckdb", "failed to load metadata"];
/// What DuckDB says of a database that it has given up after a fatal error: to be opened again.
const GIVEN_UP: &str = "has been invalidated";

/// What is wrong with an open file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// DuckDB has given the database up; the file may be whole.
    GivenUp,
    /// The content is wrong.
    Corrupt,
}

/// What was put aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PutAside {
    /// Where it is now: the file, or its write-ahead log alone.
    pub path: PathBuf,
    /// Whether all facts were in it: they have to be derived again. Otherwise only those of the last minutes.
    pub all: bool,
    /// What DuckDB said.
    pub reason: String,
}

impl std::fmt::Display for PutAside {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "put aside as {}: {}", self.path.display(), self.reason)
    }
}

impl StatsError {
    /// What the error says of the file; nothing where it has another cause.
    pub fn damage(&self) -> Option<Damage> {
        let Self::Database(error) = self else { return None };
        let text = error.to_string().to_lowercase();
        if MACHINE.iter().any(|words| text.contains(words)) {
            return None;
        }
        if CORRUPT.iter().any(|words| text.contains(words)) {
            return Some(Damage::Corrupt);
        }
        text.contains(GIVEN_UP).then_some(Damage::GivenUp)
    }

    /// Whether a file that does not open with this error is to be put aside. Here the doubt is against the file: it is
    /// kept, and what stops the network otherwise would be a file that can be derived.
    fn spoils_opening(&self, path: &Path) -> bool {
        let Self::Database(error) = self else { return false };
        let text = error.to_string().to_lowercase();
        let is_ours = match OpenOptions::new().read(true).write(true).open(path) {
            Ok(_) => true,
            // Only its write-ahead log is there.
            Err(error) => error.kind() == ErrorKind::NotFound,
        };
        is_ours && MACHINE.iter().all(|words| !text.contains(words))
    }
}

impl Stats {
    /// Opens the facts as [`Stats::open`] does. A damaged file is put aside, and a new one begun: then everything has to
    /// be derived again, and [`Stats::is_deriving`] says so. Where the write-ahead log alone is damaged the file goes on
    /// without it, from the position of its last checkpoint.
    pub fn open_or_put_aside(config: &StatsConfig, now: UnixMs) -> Result<(Self, Option<PutAside>), StatsError> {
        let error = match Self::open(config) {
            Ok(stats) => return Ok((stats, None)),
            Err(error) => error,
        };
        let Some(path) = config.path.as_deref().filter(|path| error.spoils_opening(path)) else { return Err(error) };
        let reason = error.to_string();
        if let Some(aside) = put_aside(&wal_of(path), now)?
            && let Ok(stats) = Self::open(config)
        {
            return Ok((stats, Some(PutAside { path: aside, all: false, reason })));
        }
        let Some(aside) = put_aside(path, now)? else { return Err(error) };
        let stats = Self::open(config)?;
        stats.set_deriving(true)?;
        Ok((stats, Some(PutAside { path: aside, all: true, reason })))
    }
}

/// The file in which DuckDB keeps what is not in the file yet.
fn wal_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".wal");
    name.into()
}

/// Renames a file and forgets the oldest of those before it. Nothing when there is no such file.
pub(crate) fn put_aside(path: &Path, now: UnixMs) -> Result<Option<PathBuf>, StatsError> {
    // Colons are not for file names everywhere.
    let moment = now.to_string().replace(':', "");
    let mut name = path.as_os_str().to_owned();
    name.push(format!("{INFIX}{moment}"));
    let aside = PathBuf::from(name);
    match fs::rename(path, &aside) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(StatsError::Io { path: path.to_owned(), source }),
    }
    forget_oldest(path);
    Ok(Some(aside))
}

/// Puts the file and its write-ahead log aside; says where the file is. Nothing may have it open.
pub(crate) fn put_all_aside(path: &Path, now: UnixMs) -> Result<Option<PathBuf>, StatsError> {
    put_aside(&wal_of(path), now)?;
    put_aside(path, now)
}

/// A failure costs room on the disk and nothing else, so it is only told in the log.
fn forget_oldest(path: &Path) {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str())) else { return };
    let prefix = format!("{name}{INFIX}");
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut kept: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(&prefix)))
        .collect();
    kept.sort_unstable();
    for path in kept.iter().rev().skip(PUT_ASIDE_MAX) {
        if let Err(error) = fs::remove_file(path) {
            tracing::warn!(path = %path.display(), %error, "cannot remove a file put aside");
        }
    }
}
