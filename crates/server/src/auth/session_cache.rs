//! Sessions that were looked up a moment ago: most requests need no database for their access token.

use placard_model::{SessionId, UnixMs, UserId};
use placard_store::users::User;
use quick_cache::sync::Cache;
use std::sync::Arc;

/// How long a session is taken for valid without looking again. Ended sessions and blocked users lose access within
/// 3 seconds.
pub const SESSION_CACHE_MS: i64 = 2_000;
/// Sessions that are remembered.
const MAX_SESSIONS: usize = 10_000;

/// Users by session.
pub struct SessionCache(Cache<SessionId, (UnixMs, Arc<User>)>);

impl Default for SessionCache {
    fn default() -> Self {
        Self(Cache::new(MAX_SESSIONS))
    }
}

impl SessionCache {
    /// The user of a session that was looked up a moment ago.
    pub fn get(&self, session: SessionId, now: UnixMs) -> Option<Arc<User>> {
        let (at, user) = self.0.get(&session)?;
        (0..SESSION_CACHE_MS).contains(&now.since_ms(at)).then_some(user)
    }

    /// Remembers the user of a session.
    pub fn put(&self, session: SessionId, now: UnixMs, user: Arc<User>) {
        self.0.insert(session, (now, user));
    }

    /// Forgets a session that has ended or whose user has changed.
    pub fn forget(&self, session: SessionId) {
        self.0.remove(&session);
    }

    /// Forgets all sessions of a user who has changed.
    pub fn forget_user(&self, user: UserId) {
        self.0.retain(|_, (_, cached)| cached.id != user);
    }
}
