//! Callers who were looked up a moment ago: most requests need no database for their access token.

use placard_model::{SessionId, UnixMs, UserId};
use placard_store::accounts::api_tokens::ApiToken;
use placard_store::accounts::users::User;
use quick_cache::sync::Cache;
use std::hash::Hash;
use std::sync::Arc;

/// How long a session is taken for valid without looking again. Ended sessions and blocked users lose access within
/// 3 seconds.
pub const SESSION_CACHE_MS: i64 = 2_000;
/// Sessions, and API tokens, that are remembered.
const CALLERS_MAX: usize = 10_000;

/// Who a session lets in.
#[derive(Clone, Debug)]
pub struct SessionCaller {
    /// Whose session it is.
    pub user: Arc<User>,
    /// The staff who use it; none when it is the user's own.
    pub admin: Option<Arc<User>>,
}

/// Whose API token it is, and what it may.
#[derive(Clone, Debug)]
pub struct TokenCaller {
    /// The owner.
    pub user: Arc<User>,
    /// The token.
    pub token: Arc<ApiToken>,
}

/// Callers by session.
pub type SessionCache = CallerCache<SessionId, SessionCaller>;
/// Callers by the hash of their API token.
pub type TokenCache = CallerCache<[u8; 32], TokenCaller>;

/// Callers by what they show.
pub struct CallerCache<K, V>(Cache<K, (UnixMs, V)>);

impl<K: Eq + Hash, V: Clone> Default for CallerCache<K, V> {
    fn default() -> Self {
        Self(Cache::new(CALLERS_MAX))
    }
}

impl<K: Eq + Hash, V: Clone> CallerCache<K, V> {
    /// Who was looked up a moment ago.
    pub fn get(&self, key: &K, now: UnixMs) -> Option<V> {
        let (at, caller) = self.0.get(key)?;
        (0..SESSION_CACHE_MS).contains(&now.since_ms(at)).then_some(caller)
    }

    /// Remembers who was looked up.
    pub fn put(&self, key: K, now: UnixMs, caller: V) {
        self.0.insert(key, (now, caller));
    }

    /// Forgets what has ended or whose user has changed.
    pub fn forget(&self, key: &K) {
        self.0.remove(key);
    }
}

/// Whoever a cached login belongs to.
pub trait Cached {
    /// The user, or staff in their cabinet.
    fn concerns(&self, user: UserId) -> bool;
}

impl Cached for SessionCaller {
    fn concerns(&self, user: UserId) -> bool {
        self.user.id == user || self.admin.as_ref().is_some_and(|admin| admin.id == user)
    }
}

impl Cached for TokenCaller {
    fn concerns(&self, user: UserId) -> bool {
        self.user.id == user
    }
}

impl<K: Eq + Hash, V: Cached + Clone> CallerCache<K, V> {
    /// Forgets all logins of a user who has changed.
    pub fn forget_user(&self, user: UserId) {
        self.0.retain(|_, (_, caller)| !caller.concerns(user));
    }
}
