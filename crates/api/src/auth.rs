//! Who calls, and what they may: passwords, tokens, sessions, login limits, and the extractors of roles.

mod current;
pub mod devices;
pub mod failures;
mod hs256;
mod limits;
mod links;
mod login_limits;
mod passwords;
mod rate_limit;
pub mod reach;
pub mod refusals;
pub mod second_factor;
mod session_cache;
mod tokens;

pub use current::{Advertiser, CurrentUser, God, Login, Member, Staff, Webmaster};
pub use devices::Devices;
pub use limits::{CallLimits, Keeping, Matter};
pub(crate) use limits::{PICTURE_FETCHES_PER_DAY, PICTURE_GB_PER_DAY};
pub use links::{NewLink, link_hash};
pub use login_limits::{Again, Attempt, LoginLimits};
pub use passwords::{Passwords, TooBusy, WAITING_MAX};
pub use rate_limit::RateLimit;
pub use session_cache::{CallerCache, SESSION_CACHE_MS, SessionCache, SessionCaller, TokenCache, TokenCaller};
pub use tokens::{API_TOKEN_PREFIX, Access, IMPERSONATION_S, SessionKind, Tokens};

use placard_common::chance::Chance;
use placard_common::config::Config;
use placard_common::error::Problem;
use placard_common::secrets::Keys;
use placard_model::UserId;
use placard_model::settings::InForce;
use placard_model::validate::PASSWORD_MAX;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::task::TaskTracker;

/// Seconds to wait when too many passwords are being compared.
const BUSY_RETRY_S: u32 = 5;
/// Answers that must not tell whether an account exists take at least so long, which is longer than either way needs.
const EVEN_ANSWER: Duration = Duration::from_millis(300);

/// Everything that logins and access tokens need.
pub struct Auth {
    /// Hashes and compares passwords.
    pub passwords: Passwords,
    /// Makes and reads tokens.
    pub tokens: Tokens,
    /// Counts failed logins.
    pub limits: LoginLimits,
    /// Knows devices that have logged in.
    pub devices: Devices,
    /// Counts public calls.
    pub calls: CallLimits,
    /// Sessions that were looked up a moment ago.
    pub sessions: SessionCache,
    even_answer: Duration,
    /// What is written of calls after they were answered, or their callers are gone: the process ends when it is done.
    pub notes: TaskTracker,
    /// API tokens that were looked up a moment ago.
    pub api_tokens: TokenCache,
}

impl Auth {
    /// Builds it from configuration and keys. `light` hashes passwords cheaply, for tests.
    pub fn new(
        config: &Config,
        settings: &Arc<InForce>,
        keys: &Keys,
        chance: &Chance,
        light: bool,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            passwords: Passwords::new(config.accounts.password_workers, light, &chance.bytes())?,
            tokens: Tokens::new(keys, settings),
            limits: LoginLimits::new(settings),
            devices: Devices::new(keys, config.public_url().starts_with("https://")),
            calls: CallLimits::new(settings),
            sessions: SessionCache::default(),
            api_tokens: TokenCache::default(),
            notes: TaskTracker::new(),
            even_answer: if light { Duration::ZERO } else { EVEN_ANSWER },
        })
    }

    /// The hash of a new password.
    pub async fn hash(&self, password: &str, chance: &Chance) -> Result<String, Problem> {
        self.passwords.hash(password, chance.bytes()).await.map_err(busy)
    }

    /// Whether the password is that of the hash; no hash takes as long and is false. A password that is longer than any
    /// account can have set is not compared.
    pub async fn verify(&self, password: &str, stored: Option<String>) -> Result<bool, Problem> {
        if password.chars().count() > PASSWORD_MAX {
            return Ok(false);
        }
        self.passwords.verify(password, stored).await.map_err(busy)
    }

    /// Does the work and answers no sooner than usual, so that the time does not tell what was found.
    pub async fn evenly<T>(&self, work: impl Future<Output = T>) -> T {
        let (done, ()) = tokio::join!(work, tokio::time::sleep(self.even_answer));
        done
    }

    /// Forgets what is remembered of a user who has changed or whose sessions have ended.
    pub fn forget_user(&self, user: UserId) {
        self.sessions.forget_user(user);
        self.api_tokens.forget_user(user);
    }
}

fn busy(error: anyhow::Error) -> Problem {
    if error.is::<TooBusy>() { Problem::Unavailable(BUSY_RETRY_S) } else { Problem::Internal(error) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use tokio::time::Instant;

    #[tokio::test]
    async fn an_even_answer_takes_as_long_whatever_was_found() {
        let folder = tempfile::tempdir().unwrap();
        let keys = Keys::open(folder.path(), &mut StdRng::seed_from_u64(1)).unwrap();
        let chance = Chance::new(Some(1)).unwrap();
        let auth = Auth::new(&Config::default(), &Arc::default(), &keys, &chance, false).unwrap();
        for work_ms in [0, 40] {
            let began = Instant::now();
            let work = async {
                tokio::time::sleep(Duration::from_millis(work_ms)).await;
                work_ms
            };
            assert_eq!(auth.evenly(work).await, work_ms);
            assert!(began.elapsed() >= EVEN_ANSWER, "{work_ms}");
        }
    }
}
