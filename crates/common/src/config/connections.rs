//! How long a connection may take, and how many there may be.

use serde::{Deserialize, Serialize};

/// Limits on connections. When all places are taken, connections that have waited longest for their other end make room.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ConnectionSettings {
    /// At the same time; fewer when the process may not open as many files.
    pub max: u32,
    /// From one address (IPv6: /64). Trusted proxies are not counted.
    pub per_address: u32,
    /// From one address that is not of the internet (private, loopback, link-local), behind which a whole network or a
    /// proxy that was not named may stand.
    pub per_private_address: u32,
    /// Seconds in which the head of a request must have come.
    pub head_s: u32,
    /// Seconds until a connection on which nothing is asked is closed: longer than a proxy keeps one to use it again.
    pub idle_s: u32,
    /// Seconds for which the other end may send nothing of a body, or take nothing of an answer.
    pub stall_s: u32,
    /// Seconds after which a request ends of which the body or the answer is still on its way.
    pub transfer_s: u32,
}

impl Default for ConnectionSettings {
    fn default() -> Self {
        Self {
            max: 10_000,
            per_address: 500,
            per_private_address: 4_000,
            head_s: 10,
            idle_s: 180,
            stall_s: 20,
            transfer_s: 600,
        }
    }
}
