//! What bounds a fetch, all in one place.

use std::time::Duration;

/// Limits of fetches.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Fetches at the same time.
    pub at_once: usize,
    /// Files for accounts at the same time: they have places of their own, each for as long as a file takes.
    pub files_at_once: usize,
    /// Fetches that wait for their turn; more are sent away.
    pub waiting: usize,
    /// Fetches at the same time from one host.
    pub per_host: usize,
    /// For turns, all hosts of the way together: then it is tried another time.
    pub turn: Duration,
    /// From the first connection to the end, redirects included.
    pub total: Duration,
    /// The same of a file that is wanted whole, as long as it comes so fast that the longest is there in this time.
    pub file: Duration,
    /// For one connection, and again for its TLS handshake.
    pub connect: Duration,
    /// Redirects that are followed.
    pub redirects: usize,
    /// Bytes of an answer's head.
    pub head_bytes: usize,
    /// Bytes of a body that are read at most, as they come: nothing is unpacked. Who asks says how many of them are needed.
    pub body_bytes: usize,
    /// For how long a host is left alone after it failed; each further time in a row twice as long, at most 16 times.
    pub back_off: Duration,
    /// For how long it is left alone at most when it asks for it by `Retry-After`.
    pub retry_after_max: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            at_once: 16,
            files_at_once: 6,
            waiting: 256,
            per_host: 2,
            turn: Duration::from_mins(1),
            total: Duration::from_secs(15),
            // The longest picture at 175 kB/s.
            file: Duration::from_mins(1),
            connect: Duration::from_secs(5),
            redirects: 5,
            head_bytes: 32 * 1024,
            // The longest picture that is taken, and a byte that tells a longer one.
            body_bytes: 10 * 1024 * 1024 + 1,
            back_off: Duration::from_secs(30),
            retry_after_max: Duration::from_hours(1),
        }
    }
}
