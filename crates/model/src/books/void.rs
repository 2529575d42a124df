//! Clicks that staff take back.

use crate::word::numbered;

/// Clicks that one void takes back at most.
pub const VOID_CLICKS_MAX: usize = 10_000;

numbered! {
    /// How far a void is.
    VoidState {
        /// It is decided, and not in the event log yet.
        Waiting = 1, "Waiting";
        /// It is in the event log, and billing has not come to it.
        Logged = 2, "Being applied";
        /// Billing has taken the clicks back.
        Applied = 3, "Applied";
    }
}

impl VoidState {
    /// The name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Logged => "logged",
            Self::Applied => "applied",
        }
    }
}
