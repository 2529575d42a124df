//! Why something cannot be done, as whoever asked may be told: errors of every crate say it in these words, and one place
//! turns them into answers.

/// Why something was not done.
#[derive(Debug)]
pub enum Refusal {
    /// Nothing here, or nothing of the caller's.
    NotFound,
    /// Some of what was named together is not there, or not the caller's; which of it, in words for people.
    SomeNotFound(String),
    /// The state forbids it, in words for people.
    Conflict(String),
    /// What was asked cannot be read at all.
    Malformed(String),
    /// A value is wrong.
    Field {
        /// The field's name.
        field: String,
        /// What is wrong, to be read after the name.
        message: String,
    },
    /// Cannot be done right now.
    Busy {
        /// For the log.
        reason: String,
        /// Seconds to wait.
        retry_s: u32,
    },
    /// Statistics are being derived again from log and settlements.
    Deriving {
        /// Seconds to wait.
        retry_s: u32,
    },
    /// Our own fault; for the log alone.
    Internal(anyhow::Error),
}

/// An error that knows what it means to whoever asked.
pub trait Refuses {
    /// What it means.
    fn refusal(self) -> Refusal;
}

impl Refuses for anyhow::Error {
    fn refusal(self) -> Refusal {
        Refusal::Internal(self)
    }
}
