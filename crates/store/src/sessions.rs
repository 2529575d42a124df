//! Sessions and their refresh tokens.
//!
//! A refresh token is used once and then replaced by its successor. An answer may be lost and two tabs may ask at once,
//! so a token that was replaced a moment ago gives the same successor again; an older one that comes back was copied,
//! and ends the whole session.

use crate::conn::{Conn, Tx};
use crate::error::Result;
use crate::scope::Scope;
use crate::users::{self, User};
use placard_model::{SessionId, UnixMs, UserId};

/// A replaced token gives the same successor for so long.
pub const REPEAT_MS: i64 = 30_000;
/// The longest name of a browser that is kept, in bytes.
pub const MAX_USER_AGENT: usize = 300;

/// SHA-256 of a token: what is stored of it.
pub type TokenHash = [u8; 32];

/// Why a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// Its owner logged out.
    Logout,
    /// A replaced refresh token came back.
    Reuse,
    /// The password was changed.
    Password,
    /// The account was blocked or deleted.
    Block,
}

impl EndReason {
    const fn name(self) -> &'static str {
        match self {
            Self::Logout => "logout",
            Self::Reuse => "reuse",
            Self::Password => "password",
            Self::Block => "block",
        }
    }
}

/// Where a login came from.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// Address.
    pub address: &'a str,
    /// Browser, as its `User-Agent` tells.
    pub user_agent: &'a str,
}

/// What became of a refresh token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rotation {
    /// Replaced by the successor, now or less than [`REPEAT_MS`] ago.
    Replaced {
        /// The session.
        session: SessionId,
        /// Whose.
        user: UserId,
    },
    /// Replaced long ago: the session was ended.
    Reused {
        /// The session that was ended.
        session: SessionId,
    },
    /// Not a token, or expired, or its session has ended.
    Invalid,
}

/// Starts a session with its first refresh token.
pub async fn insert_session(
    tx: &Tx,
    user: UserId,
    token: &TokenHash,
    expires_at: UnixMs,
    origin: Origin<'_>,
) -> Result<SessionId> {
    let now = tx.now().0;
    let end = origin.user_agent.floor_char_boundary(MAX_USER_AGENT.min(origin.user_agent.len()));
    let user_agent = origin.user_agent.get(..end).unwrap_or_default();
    let sql = "INSERT INTO sessions (user_id, created_at, seen_at, address, user_agent) \
        VALUES ($1, $2, $2, $3, $4) RETURNING id";
    let session = tx.insert(sql, [user.0.into(), now.into(), origin.address.into(), user_agent.into()]).await?;
    insert_token(tx, session, token, expires_at).await?;
    Ok(SessionId(session))
}

async fn insert_token(tx: &Tx, session: i64, token: &TokenHash, expires_at: UnixMs) -> Result<()> {
    tx.execute(
        "INSERT INTO refresh_tokens (session_id, token_hash, created_at, expires_at) VALUES ($1, $2, $3, $4)",
        [session.into(), token.to_vec().into(), tx.now().0.into(), expires_at.0.into()],
    )
    .await?;
    Ok(())
}

/// Replaces a refresh token by its successor, by the rules of this module. The successor must follow from the token
/// alone, so that a repeat gives the same one.
pub async fn rotate_token(tx: &Tx, token: &TokenHash, successor: &TokenHash, expires_at: UnixMs) -> Result<Rotation> {
    let sql = "SELECT t.id, t.session_id, t.expires_at, t.rotated_at, s.user_id, s.ended_at \
        FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id WHERE t.token_hash = $1";
    let Some(row) = tx.row(sql, [token.to_vec().into()]).await? else { return Ok(Rotation::Invalid) };
    let now = tx.now();
    let (token_id, session): (i64, i64) = (row.get("id")?, row.get("session_id")?);
    let expired = now.0 >= row.get::<i64>("expires_at")?;
    if expired || row.get::<Option<i64>>("ended_at")?.is_some() {
        return Ok(Rotation::Invalid);
    }
    let replaced = Rotation::Replaced { session: SessionId(session), user: UserId(row.get("user_id")?) };
    match row.get::<Option<i64>>("rotated_at")? {
        None => {
            let set = "UPDATE refresh_tokens SET rotated_at = $2 WHERE id = $1 AND rotated_at IS NULL";
            tx.execute_one("refresh token", set, [token_id.into(), now.0.into()]).await?;
            insert_token(tx, session, successor, expires_at).await?;
            tx.execute("UPDATE sessions SET seen_at = $2 WHERE id = $1", [session.into(), now.0.into()]).await?;
            Ok(replaced)
        }
        Some(rotated_at) if now.since_ms(UnixMs(rotated_at)) < REPEAT_MS => Ok(replaced),
        Some(_) => {
            end_session(tx, SessionId(session), EndReason::Reuse).await?;
            Ok(Rotation::Reused { session: SessionId(session) })
        }
    }
}

/// Ends a session; one that has ended stays as it is.
pub async fn end_session(tx: &Tx, session: SessionId, reason: EndReason) -> Result<()> {
    tx.execute(
        "UPDATE sessions SET ended_at = $2, end_reason = $3 WHERE id = $1 AND ended_at IS NULL",
        [session.0.into(), tx.now().0.into(), reason.name().into()],
    )
    .await?;
    Ok(())
}

/// Ends all sessions of a user.
pub async fn end_sessions_of(tx: &Tx, user: UserId, reason: EndReason) -> Result<u64> {
    tx.execute(
        "UPDATE sessions SET ended_at = $2, end_reason = $3 WHERE user_id = $1 AND ended_at IS NULL",
        [user.0.into(), tx.now().0.into(), reason.name().into()],
    )
    .await
}

/// Ends all sessions of a user but one.
pub async fn end_other_sessions(tx: &Tx, user: UserId, kept: SessionId, reason: EndReason) -> Result<u64> {
    tx.execute(
        "UPDATE sessions SET ended_at = $2, end_reason = $3 WHERE user_id = $1 AND ended_at IS NULL AND id <> $4",
        [user.0.into(), tx.now().0.into(), reason.name().into(), kept.0.into()],
    )
    .await
}

/// The user of a session that has not ended.
pub async fn get_session_user(conn: &Conn, session: SessionId) -> Result<Option<User>> {
    let sql = "SELECT user_id FROM sessions WHERE id = $1 AND ended_at IS NULL";
    match conn.row(sql, [session.0.into()]).await? {
        Some(row) => users::get_user(conn, Scope::System, UserId(row.get("user_id")?)).await.map(Some),
        None => Ok(None),
    }
}

/// Deletes tokens that expired before the moment, and sessions without any; the number of tokens.
pub async fn forget_expired(tx: &Tx, before: UnixMs) -> Result<u64> {
    let tokens = tx.execute("DELETE FROM refresh_tokens WHERE expires_at < $1", [before.0.into()]).await?;
    tx.execute(
        "DELETE FROM sessions WHERE seen_at < $1 AND NOT EXISTS \
            (SELECT 1 FROM refresh_tokens t WHERE t.session_id = sessions.id)",
        [before.0.into()],
    )
    .await?;
    Ok(tokens)
}
