//! Sessions and their refresh tokens.
//!
//! A refresh token is used once and then replaced by its successor. An answer may be lost and two tabs may ask at once,
//! so a token that was replaced a moment ago gives the same successor again; an older one that comes back was copied,
//! and ends the whole session.

use crate::accounts::audit_log::{self, Actor};
use crate::accounts::users::{self, User};
use crate::conn::{Conn, Row, Tx};
use crate::error::{Error, Result};
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use placard_model::user::{UserStatus, UserType};
use placard_model::{SessionId, UnixMs, UserId};
use serde::Serialize;

/// A replaced token gives the same successor for so long.
pub const REPEAT_MS: i64 = 30_000;
/// The longest name of a browser that is kept, in bytes.
pub const USER_AGENT_MAX: usize = 300;

/// The most sessions of a user that are listed.
const LISTED_MAX: i64 = 200;

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
    /// Its owner ended it from another session, or the operator did.
    Ended,
}

impl EndReason {
    const fn name(self) -> &'static str {
        match self {
            Self::Logout => "logout",
            Self::Reuse => "reuse",
            Self::Password => "password",
            Self::Block => "block",
            Self::Ended => "ended",
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

/// Staff who use somebody's cabinet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Admin {
    /// Who.
    pub user: UserId,
    /// Their own session, which the impersonation ends with.
    pub session: SessionId,
}

/// A session that has not ended, as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Session {
    /// The session.
    pub id: SessionId,
    /// When the login was.
    pub created_at: UnixMs,
    /// When it was refreshed last.
    pub seen_at: UnixMs,
    /// Address of the login. Not for the audit log, which outlives personal data.
    #[serde(skip)]
    pub address: String,
    /// Browser of the login, as its `User-Agent` told. Not for the audit log either.
    #[serde(skip)]
    pub user_agent: String,
}

/// Who a session lets in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionUser {
    /// Whose session it is.
    pub user: User,
    /// The staff who use it; none when it is the user's own.
    pub admin: Option<User>,
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

/// What the audit log keeps of a session that ended because a token of it came back.
#[derive(Serialize)]
struct Ended {
    session: i64,
}

/// Starts a session with its first refresh token. The oldest of more than the quota end.
pub async fn insert_session(
    tx: &Tx,
    user: UserId,
    token: &TokenHash,
    expires_at: UnixMs,
    origin: Origin<'_>,
) -> Result<SessionId> {
    let now = tx.now().0;
    let end = origin.user_agent.floor_char_boundary(USER_AGENT_MAX.min(origin.user_agent.len()));
    let user_agent = origin.user_agent.get(..end).unwrap_or_default();
    let session = Insert::into("sessions")
        .set("user_id", user.0)
        .set("created_at", now)
        .set("seen_at", now)
        .set("address", origin.address)
        .set("user_agent", user_agent)
        .id(tx)
        .await?;
    insert_token(tx, session, token, expires_at).await?;
    let sql = format!(
        "UPDATE sessions SET ended_at = $2, end_reason = '{}' WHERE user_id = $1 AND ended_at IS NULL \
         AND id NOT IN (SELECT id FROM sessions WHERE user_id = $1 AND ended_at IS NULL ORDER BY id DESC LIMIT $3)",
        EndReason::Ended.name()
    );
    let most = i64::from(tx.quotas().sessions.max(1));
    tx.execute(&sql, [user.0.into(), now.into(), most.into()]).await?;
    Ok(SessionId(session))
}

/// Starts a session of a user by which staff use the user's cabinet.
pub async fn insert_impersonation(
    tx: &Tx,
    user: UserId,
    admin: Admin,
    token: &TokenHash,
    expires_at: UnixMs,
    origin: Origin<'_>,
) -> Result<SessionId> {
    let session = insert_session(tx, user, token, expires_at, origin).await?;
    let sql = "UPDATE sessions SET admin_id = $2, admin_session_id = $3 WHERE id = $1";
    tx.execute_one("session", sql, [session.0.into(), admin.user.0.into(), admin.session.0.into()]).await?;
    Ok(session)
}

async fn insert_token(tx: &Tx, session: i64, token: &TokenHash, expires_at: UnixMs) -> Result<()> {
    Insert::into("refresh_tokens")
        .set("session_id", session)
        .set("token_hash", &token[..])
        .set("created_at", tx.now().0)
        .set("expires_at", expires_at.0)
        .run(tx)
        .await
        .map(drop)
}

/// Replaces a refresh token by its successor, by the rules of this module. The successor must follow from the token
/// alone, so that a repeat gives the same one. `address` is where it came from, for the audit log.
pub async fn rotate_token(
    tx: &Tx,
    token: &TokenHash,
    successor: &TokenHash,
    expires_at: UnixMs,
    address: &str,
) -> Result<Rotation> {
    let sql = "SELECT t.id, t.session_id, t.expires_at, t.rotated_at, s.user_id, s.ended_at \
        FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id WHERE t.token_hash = $1";
    let Some(row) = tx.row(sql, [token.to_vec().into()]).await? else { return Ok(Rotation::Invalid) };
    let now = tx.now();
    let (token_id, session): (i64, i64) = (row.get("id")?, row.get("session_id")?);
    let expired = now.0 >= row.get::<i64>("expires_at")?;
    if expired || row.get::<Option<i64>>("ended_at")?.is_some() {
        return Ok(Rotation::Invalid);
    }
    let user = UserId(row.get("user_id")?);
    let replaced = Rotation::Replaced { session: SessionId(session), user };
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
            // Nobody knows who copied it.
            let actor = Actor { user: None, acting_as: None, address: address.to_owned() };
            let ended = Ended { session };
            audit_log::record(tx, &actor, "reuse_refresh_token", "user", user, Some(&ended), None::<&Ended>).await?;
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

/// Ends one of the user's own sessions; the session as it was.
pub async fn end_own_session(tx: &Tx, user: UserId, session: SessionId) -> Result<Session> {
    let ended = Update::of("sessions")
        .set("ended_at", tx.now().0)
        .set("end_reason", EndReason::Ended.name())
        .filter("id =", session.0)
        .filter("user_id =", user.0)
        .filter_sql("admin_id IS NULL AND ended_at IS NULL")
        .returning(tx, "id, created_at, seen_at, address, user_agent")
        .await?;
    listed(&ended.ok_or(Error::NotFound("session"))?)
}

/// Ends all own sessions of a user but one; how many. Staff who use the user's cabinet are there in their own right.
pub async fn end_other_sessions(tx: &Tx, user: UserId, kept: SessionId, reason: EndReason) -> Result<u64> {
    Update::of("sessions")
        .set("ended_at", tx.now().0)
        .set("end_reason", reason.name())
        .filter("user_id =", user.0)
        .filter("id <>", kept.0)
        .filter_sql("admin_id IS NULL AND ended_at IS NULL")
        .run(tx)
        .await
}

/// The user's own sessions that can still be used, the last seen first.
pub async fn list_sessions(conn: &Conn, user: UserId) -> Result<Vec<Session>> {
    let sql = "SELECT id, created_at, seen_at, address, user_agent FROM sessions s \
        WHERE user_id = $1 AND admin_id IS NULL AND ended_at IS NULL AND EXISTS \
            (SELECT 1 FROM refresh_tokens t WHERE t.session_id = s.id AND t.expires_at > $2) \
        ORDER BY seen_at DESC, id DESC LIMIT $3";
    let rows = conn.rows(sql, [user.0.into(), conn.now().0.into(), LISTED_MAX.into()]).await?;
    rows.iter().map(listed).collect()
}

fn listed(row: &Row) -> Result<Session> {
    Ok(Session {
        id: SessionId(row.get("id")?),
        created_at: UnixMs(row.get("created_at")?),
        seen_at: UnixMs(row.get("seen_at")?),
        address: row.get("address")?,
        user_agent: row.get("user_agent")?,
    })
}

/// Who a session lets in, if it has not ended. One of staff in somebody's cabinet lets in as long as their own session
/// does and they may enter that cabinet.
pub async fn get_caller(conn: &Conn, session: SessionId) -> Result<Option<SessionUser>> {
    let sql = "SELECT s.user_id, s.admin_id, a.ended_at AS admin_ended_at, a.id AS admin_session_id FROM sessions s \
        LEFT JOIN sessions a ON a.id = s.admin_session_id WHERE s.id = $1 AND s.ended_at IS NULL";
    let Some(row) = conn.row(sql, [session.0.into()]).await? else { return Ok(None) };
    let user = users::get_user(conn, Scope::System, UserId(row.get("user_id")?)).await?;
    let Some(admin) = row.get::<Option<i64>>("admin_id")? else { return Ok(Some(SessionUser { user, admin: None })) };
    let admin = users::get_user(conn, Scope::System, UserId(admin)).await?;
    let is_open =
        row.get::<Option<i64>>("admin_session_id")?.is_some() && row.get::<Option<i64>>("admin_ended_at")?.is_none();
    Ok((is_open && may_impersonate(&admin, &user)).then_some(SessionUser { user, admin: Some(admin) }))
}

/// Whether staff may use the cabinet of a user: god of everybody, sales of their own clients, nobody of staff.
pub fn may_impersonate(admin: &User, user: &User) -> bool {
    let is_theirs = match admin.user_type {
        UserType::God => true,
        UserType::Sales => user.manager == Some(admin.id),
        UserType::Ordinary => false,
    };
    let is_open = |user: &User| matches!(user.status, UserStatus::Active | UserStatus::Unconfirmed);
    is_theirs && admin.status == UserStatus::Active && is_open(user) && !user.user_type.is_staff()
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
