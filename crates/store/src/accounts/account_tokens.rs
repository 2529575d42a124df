//! Links that are mailed to users: to confirm an account, to set a new password, to confirm a new address. A link holds
//! a random token; its hash is stored, with the address that it was mailed to.

use crate::conn::{Conn, Tx};
use crate::error::{Error, Result};
use crate::statement::Insert;
use placard_model::{UnixMs, UserId};

pub use crate::accounts::sessions::TokenHash;

/// What a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum LinkKind {
    /// Confirms the address of a new account.
    Confirm = 1,
    /// Sets a new password.
    Reset = 2,
    /// Confirms the address that takes the place of the present one.
    Email = 3,
}

impl LinkKind {
    const fn code(self) -> i64 {
        self as i64
    }
}

/// A link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its number.
    pub id: i64,
    /// Whose.
    pub user: UserId,
    /// The address that it was mailed to.
    pub email: String,
    /// When it ends.
    pub expires_at: UnixMs,
    /// When it was used.
    pub used_at: Option<UnixMs>,
}

impl Link {
    /// Whether it was neither used nor has ended.
    pub fn holds(&self, now: UnixMs) -> bool {
        self.used_at.is_none() && now.0 < self.expires_at.0
    }
}

/// Stores a link that is about to be mailed.
pub async fn insert_link(
    tx: &Tx,
    kind: LinkKind,
    user: UserId,
    email: &str,
    token: &TokenHash,
    expires_at: UnixMs,
) -> Result<()> {
    Insert::into("account_tokens")
        .set("user_id", user.0)
        .set("kind", kind.code())
        .set("token_hash", &token[..])
        .set("email", email)
        .set("created_at", tx.now().0)
        .set("expires_at", expires_at.0)
        .run(tx)
        .await
        .map(drop)
}

/// The link of a token, used and ended ones too: the caller tells them apart.
pub async fn get_link(conn: &Conn, kind: LinkKind, token: &TokenHash) -> Result<Link> {
    let sql = "SELECT id, user_id, email, expires_at, used_at FROM account_tokens WHERE token_hash = $1 AND kind = $2";
    let row = conn.row(sql, [token.to_vec().into(), kind.code().into()]).await?.ok_or(Error::NotFound("link"))?;
    Ok(Link {
        id: row.get("id")?,
        user: UserId(row.get("user_id")?),
        email: row.get("email")?,
        expires_at: UnixMs(row.get("expires_at")?),
        used_at: row.get::<Option<i64>>("used_at")?.map(UnixMs),
    })
}

/// Whether a user was ever mailed a link of a kind that was not withdrawn.
pub async fn has_link(conn: &Conn, kind: LinkKind, user: UserId) -> Result<bool> {
    let sql = "SELECT id FROM account_tokens WHERE user_id = $1 AND kind = $2 LIMIT 1";
    Ok(conn.row(sql, [user.0.into(), kind.code().into()]).await?.is_some())
}

/// Notes the use of a link that was not used before.
pub async fn use_link(tx: &Tx, link: i64) -> Result<()> {
    let sql = "UPDATE account_tokens SET used_at = $2 WHERE id = $1 AND used_at IS NULL";
    tx.execute_one("link", sql, [link.into(), tx.now().0.into()]).await
}

/// Takes back the unused links of a kind.
pub async fn withdraw_links(tx: &Tx, kind: LinkKind, user: UserId) -> Result<u64> {
    let sql = "DELETE FROM account_tokens WHERE user_id = $1 AND kind = $2 AND used_at IS NULL";
    tx.execute(sql, [user.0.into(), kind.code().into()]).await
}

/// Deletes links that ended before the moment, and forgets new addresses that nobody confirmed in time.
pub async fn forget_ended(tx: &Tx, before: UnixMs) -> Result<u64> {
    let sql = "UPDATE users SET pending_email = NULL, updated_at = $1, updated_by = $2 \
        WHERE pending_email IS NOT NULL AND NOT EXISTS (SELECT 1 FROM account_tokens t WHERE t.user_id = users.id \
            AND t.kind = $3 AND t.used_at IS NULL AND t.expires_at > $1)";
    tx.execute(sql, [tx.now().0.into(), tx.name().into(), LinkKind::Email.code().into()]).await?;
    tx.execute("DELETE FROM account_tokens WHERE expires_at < $1", [before.0.into()]).await
}
