//! What can go wrong, in words of the domain; HTTP statuses are given by the server.

use placard_model::refusal::{Refusal, Refuses};
use sqlx::error::ErrorKind;

/// The result of everything in this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a transaction failed. Nothing of it was stored.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// No such row, or not within the caller's scope: the two are not told apart.
    #[error("{0} was not found")]
    NotFound(&'static str),
    /// Some of the rows that were named together do not exist, or are not within the caller's scope.
    #[error("{what} {} not found", list_ids(ids))]
    SomeNotFound {
        /// What they are, to be read before the ids: "ads".
        what: &'static str,
        /// Which of those that were named.
        ids: Vec<i64>,
    },
    /// The change is not allowed in the present state; the text names both states.
    #[error("{0}")]
    Conflict(String),
    /// The row was changed since the caller read it.
    #[error("changed meanwhile: version {current} is current, load it again")]
    Stale {
        /// The version that is stored.
        current: i64,
    },
    /// Another row has this value already.
    #[error("{field} is taken")]
    Duplicate {
        /// The columns of the unique rule, separated by commas.
        field: String,
    },
    /// A value breaks a rule that only the stored rows can tell.
    #[error("{field} {message}")]
    Invalid {
        /// The field of the request.
        field: &'static str,
        /// What is wrong, to be read after the field's name.
        message: String,
    },
    /// A text has a character that the database does not take: NUL in PostgreSQL.
    #[error("a text has a NUL character")]
    Nul,
    /// A value that the database does not take: out of range, or against a rule of its table.
    #[error("the database does not take a value: {0}")]
    Data(String),
    /// A row points to a row that does not exist.
    #[error("a row that this one refers to does not exist: {0}")]
    DanglingReference(String),
    /// The database is busy, full or away; the same call may succeed later.
    #[error("the database cannot answer now: {0}")]
    Unavailable(String),
    /// A stored value that no version of this program writes.
    #[error("unreadable row: {0}")]
    Corrupt(String),
    /// Anything else that the database says.
    #[error("database error: {0}")]
    Database(String),
    /// Two transactions collided; [`crate::Store`] has tried again until its limit.
    #[error("the database is too busy: {0}")]
    Collision(String),
}

impl Error {
    /// There is no connection to the database.
    pub(crate) fn away(error: sqlx::Error) -> Self {
        Self::Unavailable(error.to_string())
    }

    /// Whether the same transaction, run again from its beginning, may succeed.
    pub(crate) fn is_collision(&self) -> bool {
        matches!(self, Self::Collision(_))
    }

    /// Whether the fault lies in what was to be written or read: the same again fails alike, whatever the state of the
    /// database. All else may pass.
    pub const fn is_of_data(&self) -> bool {
        match self {
            Self::Nul
            | Self::Data(_)
            | Self::Invalid { .. }
            | Self::Duplicate { .. }
            | Self::DanglingReference(_)
            | Self::Corrupt(_) => true,
            Self::NotFound(_)
            | Self::SomeNotFound { .. }
            | Self::Conflict(_)
            | Self::Stale { .. }
            | Self::Unavailable(_)
            | Self::Database(_)
            | Self::Collision(_) => false,
        }
    }
}

fn list_ids(ids: &[i64]) -> String {
    ids.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

/// SQLite's FULL, IOERR and CANTOPEN (a full disk has no room for the files beside the database) with all their extended
/// codes. PostgreSQL's codes have five characters.
fn is_disk(code: Option<&str>) -> bool {
    code.filter(|code| code.len() < 5)
        .and_then(|code| code.parse::<u32>().ok())
        .is_some_and(|code| matches!(code & 0xff, 10 | 13 | 14))
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        let text = error.to_string();
        match error {
            sqlx::Error::Database(inner) => match (inner.kind(), inner.code().as_deref()) {
                (ErrorKind::UniqueViolation, _) => Self::Duplicate { field: columns(inner.message()) },
                (ErrorKind::ForeignKeyViolation, _) => Self::DanglingReference(inner.message().to_owned()),
                (_, code) if is_disk(code) => Self::Unavailable(text),
                // PostgreSQL: serialization failure, deadlock. SQLite: BUSY, LOCKED and their extended codes.
                (_, Some("40001" | "40P01" | "5" | "6" | "261" | "517" | "262" | "773")) => Self::Collision(text),
                // PostgreSQL: shutting down, out of disk or connections.
                (_, Some("57P01" | "57P02" | "57P03" | "53100" | "53200" | "53300")) => Self::Unavailable(text),
                // PostgreSQL: a byte that is not of its encoding. Texts are UTF-8 always, which leaves NUL.
                (_, Some("22021")) => Self::Nul,
                // PostgreSQL: data exceptions and broken rules. SQLite: TOOBIG, CONSTRAINT, MISMATCH and their extended
                // codes.
                (_, Some(code)) if is_of_data(code) => Self::Data(text),
                _ => Self::Database(text),
            },
            sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed => {
                Self::Unavailable(text)
            }
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => Self::Corrupt(text),
            _ => Self::Database(text),
        }
    }
}

fn is_of_data(code: &str) -> bool {
    if code.len() == 5 {
        return code.starts_with("22") || code.starts_with("23");
    }
    code.parse().is_ok_and(|code: u32| matches!(code & 0xff, 18..=20))
}

/// The column names of a unique rule, out of `UNIQUE constraint failed: users.email` (SQLite) or
/// `duplicate key value violates unique constraint "users_email_key"` (PostgreSQL).
fn columns(message: &str) -> String {
    if let Some(rest) = message.split("failed: ").nth(1) {
        let names: Vec<&str> = rest.split(", ").map(|name| name.rsplit('.').next().unwrap_or(name)).collect();
        return names.join(",");
    }
    message.split('"').nth(1).unwrap_or(message).to_owned()
}

/// Seconds to wait when the database is busy.
const RETRY_S: u32 = 2;

impl Refuses for Error {
    fn refusal(self) -> Refusal {
        match self {
            Self::NotFound(_) => Refusal::NotFound,
            Self::SomeNotFound { what, ids } => Refusal::SomeNotFound(format!(
                "Nothing was changed: of the {what} that were named, these are not there, or not yours: {}.",
                list_ids(&ids)
            )),
            Self::Conflict(text) => Refusal::Conflict(text),
            Self::Stale { current } => Refusal::Conflict(format!(
                "This was changed meanwhile (version {current} is current). Load it again and repeat your change."
            )),
            Self::Nul => Refusal::Malformed("A text has a NUL character. Leave it out.".to_owned()),
            Self::Invalid { field, message } => Refusal::Field { field: field.to_owned(), message },
            Self::Duplicate { field } => Refusal::Field { field, message: "is taken".to_owned() },
            Self::Unavailable(_) | Self::Collision(_) => Refusal::Busy { reason: self.to_string(), retry_s: RETRY_S },
            Self::DanglingReference(_) | Self::Corrupt(_) | Self::Data(_) | Self::Database(_) => {
                Refusal::Internal(self.into())
            }
        }
    }
}
