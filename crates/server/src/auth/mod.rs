//! Who calls, and what they may: passwords, tokens, sessions, login limits, and the extractors of roles.

mod current;
mod limits;
mod passwords;
mod session_cache;
mod tokens;

pub use current::{Advertiser, CurrentUser, God, Staff, Webmaster};
pub use limits::{CallLimits, LoginLimits, RateLimit};
pub use passwords::{Passwords, TooBusy};
pub use session_cache::{SESSION_CACHE_MS, SessionCache};
pub use tokens::{Access, Tokens};

use crate::app::Chance;
use crate::config::Config;
use crate::secrets::Keys;

/// Everything that logins and access tokens need.
pub struct Auth {
    /// Hashes and compares passwords.
    pub passwords: Passwords,
    /// Makes and reads tokens.
    pub tokens: Tokens,
    /// Counts failed logins.
    pub limits: LoginLimits,
    /// Counts public calls.
    pub calls: CallLimits,
    /// Sessions that were looked up a moment ago.
    pub sessions: SessionCache,
}

impl Auth {
    /// Builds it from configuration and keys. `light` hashes passwords cheaply, for tests.
    pub fn new(config: &Config, keys: &Keys, chance: &Chance, light: bool) -> anyhow::Result<Self> {
        Ok(Self {
            passwords: Passwords::new(config.accounts.password_workers, light, &chance.bytes())?,
            tokens: Tokens::new(keys, &config.accounts),
            limits: LoginLimits::new(&config.logins),
            calls: CallLimits::new(&config.calls),
            sessions: SessionCache::default(),
        })
    }
}
