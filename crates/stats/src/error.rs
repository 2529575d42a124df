//! Why statistics could not be written or read.

use placard_model::Day;
use placard_model::refusal::{Refusal, Refuses};
use std::path::PathBuf;

/// Why statistics could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum StatsError {
    /// DuckDB refused.
    #[error("facts database: {0}")]
    Database(#[from] duckdb::Error),
    /// The file was written by a later version of this program.
    #[error("the facts database has layout {0}, newer than this program; upgrade Placard")]
    Newer(i64),
    /// The question took longer than it may.
    #[error("the question took longer than {0} s; ask for a shorter period or fewer groups")]
    TimedOut(u64),
    /// The facts are derived again from log and settlements, and answers would lack some of them.
    #[error("statistics are being derived again; try again later")]
    Deriving,
    /// Hours were asked for that are not kept any more.
    #[error("statistics are kept by hour since {0}: ask for a period that begins then, or for days")]
    NoHours(Day),
    /// The file could not be moved.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The reader of a stream went away, or the worker that answered it ended.
    #[error("the answer was cut off")]
    CutOff,
}

/// Seconds after which a question that was cut off may be asked again.
const CUT_OFF_RETRY_S: u32 = 5;
/// Seconds after which memory may be free that other questions have.
const MEMORY_RETRY_S: u32 = 10;
/// Seconds after which statistics that are derived again may be complete.
const DERIVING_RETRY_S: u32 = 30;

impl Refuses for StatsError {
    fn refusal(self) -> Refusal {
        match self {
            Self::Database(_) if self.is_of_memory() => {
                Refusal::Busy { reason: self.to_string(), retry_s: MEMORY_RETRY_S }
            }
            Self::TimedOut(_) | Self::NoHours(_) => {
                Refusal::Field { field: "filters".to_owned(), message: self.to_string() }
            }
            Self::CutOff => Refusal::Busy { reason: self.to_string(), retry_s: CUT_OFF_RETRY_S },
            Self::Deriving => Refusal::Deriving { retry_s: DERIVING_RETRY_S },
            Self::Database(_) | Self::Newer(_) | Self::Io { .. } => Refusal::Internal(self.into()),
        }
    }
}

/// How DuckDB begins what it says when memory, and the room beside the file, is used up.
const MEMORY_ERROR: &str = "Out of Memory Error";

/// How DuckDB begins what it says of values that it does not take.
const DATA_ERRORS: [&str; 4] = ["Conversion Error", "Out of Range Error", "Constraint Error", "Invalid Input Error"];

impl StatsError {
    /// Whether memory, and the room beside the file, did not suffice: others may have had it.
    pub fn is_of_memory(&self) -> bool {
        matches!(self, Self::Database(error) if error.to_string().contains(MEMORY_ERROR))
    }

    /// Whether the fault lies in the values: the same again fail alike, whatever the state of the database.
    pub fn is_of_data(&self) -> bool {
        let Self::Database(error) = self else { return false };
        let text = error.to_string();
        DATA_ERRORS.iter().any(|begin| text.contains(begin))
    }
}
