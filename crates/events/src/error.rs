//! What can go wrong with the log.

use placard_model::event::{DecodeError, EventRef};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why events were not acknowledged. They may or may not be found in the log after a restart.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AppendError {
    /// The queue is at its limit; try again later.
    #[error("the event log is behind: its queue is full, try again in a moment")]
    Full,
    /// One event, or a batch, is larger than the log takes.
    #[error("{bytes} bytes are more than the event log takes at once ({limit})")]
    TooLarge {
        /// Size of what was given.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// The disk failed, or is full. The log takes nothing until a new segment could be made durable, which it tries by
    /// itself.
    #[error("the event log cannot write, and tries again by itself: {0}")]
    Io(Arc<io::Error>),
    /// The disk is nearly full. The log takes nothing until there is space again.
    #[error(
        "{free_mib} MiB are free on the disk of the event log, less than the {min_mib} that are kept free; make room"
    )]
    NoSpace {
        /// Free, in MiB.
        free_mib: u64,
        /// What must be free, in MiB.
        min_mib: u64,
    },
    /// The log was closed.
    #[error("the event log is closed")]
    Closed,
}

/// Why the log cannot be opened or read.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The disk failed.
    #[error("{path}: {source}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Another process has the log open.
    #[error("{0}: another process has this event log open; stop it first")]
    InUse(PathBuf),
    /// Acknowledged records are damaged or missing. Nothing is repaired in silence.
    #[error(
        "{path}: damaged at byte {offset}: {what}; restore this file from a copy. If there is none, stop the server: `placard \
         log continue` goes on without what is damaged"
    )]
    Corrupt {
        /// The segment.
        path: PathBuf,
        /// Where in the file, in bytes.
        offset: u64,
        /// What was found.
        what: String,
    },
    /// The position lies before the oldest kept record.
    #[error("position {offset} is older than the log's retention: its oldest record is at {oldest}")]
    Retired {
        /// The position.
        offset: u64,
        /// The oldest kept offset.
        oldest: u64,
    },
    /// The position lies past the end: the log is an older copy than the reader's own data.
    #[error("position {offset} is past the end of the log at {end}: the log folder is older than this reader's data")]
    Beyond {
        /// The position.
        offset: u64,
        /// The end of the log.
        end: u64,
    },
    /// The log ends before a place that somebody knows of: its end was lost, or it is an older copy.
    #[error(
        "{folder}: the event log ends at position {end}, but {who} is at {known}: the end of the log is missing. Restore \
         the newest copy of this folder. If there is none, `placard log continue` goes on without what is lost"
    )]
    EndsBefore {
        /// The log's folder.
        folder: PathBuf,
        /// Where the log ends.
        end: u64,
        /// Who knows of a later place.
        who: String,
        /// That place.
        known: u64,
    },
    /// A place that somebody knows of is not one of this log's: it is another log.
    #[error(
        "{folder}: the event log has no record that begins at position {known}, where {who} is: it is another log, or was \
         written to after its end was lost. Restore the newest copy of this folder. If there is none, `placard log \
         continue` goes on without what is lost"
    )]
    AnotherLog {
        /// The log's folder.
        folder: PathBuf,
        /// Who knows of the place.
        who: String,
        /// The place.
        known: u64,
    },
    /// The log begins after a place from which somebody still has to read.
    #[error(
        "{folder}: the event log begins at position {oldest}, but {who} is at {known}: the records between are missing. \
         Restore the newest copy of this folder, or the databases that belong to it"
    )]
    BeginsAfter {
        /// The log's folder.
        folder: PathBuf,
        /// Where the log begins.
        oldest: u64,
        /// Who has to read from an earlier place.
        who: String,
        /// That place.
        known: u64,
    },
    /// A record is whole, and its event is none that this program can read.
    #[error("record {}: {error}", at.0)]
    Unreadable {
        /// The record.
        at: EventRef,
        /// Why its event cannot be read.
        error: DecodeError,
    },
    /// No record begins there.
    #[error("no record begins at {0:?}")]
    NotFound(EventRef),
}

impl LogError {
    /// Names the file that an error of the system is about.
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        |source| Self::Io { path: path.to_owned(), source }
    }
}
