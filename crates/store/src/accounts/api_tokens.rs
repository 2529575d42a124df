//! Personal API tokens.

use crate::accounts::users::{self, User};
use crate::conn::{Conn, Row, Tx};
use crate::error::{Error, Result};
use crate::quotas::QUOTA_MAX;
use crate::scope::Scope;
use crate::statement::Insert;
use placard_model::time::DAY_MS;
use placard_model::{ApiTokenId, UnixMs, UserId};
use serde::Serialize;

/// The most tokens of a list.
const LISTED_MAX: i64 = QUOTA_MAX as i64;
/// `last_used_at` is written at most once in so long.
pub const TOUCH_MS: i64 = 60_000;
/// Expired tokens are listed for so long.
const KEPT_EXPIRED_MS: i64 = 30 * DAY_MS;

const COLUMNS: &str = "id, user_id, name, prefix, scopes, created_at, expires_at, last_used_at";

/// A token, without what is secret of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ApiToken {
    /// The token.
    pub id: ApiTokenId,
    /// Whose.
    pub user: UserId,
    /// What its owner calls it.
    pub name: String,
    /// The first characters.
    pub prefix: String,
    /// What it may.
    pub scopes: Vec<String>,
    /// When it was made.
    pub created_at: UnixMs,
    /// When it ends; none: when it is deleted.
    pub expires_at: Option<UnixMs>,
    /// When it was used last, to the minute.
    pub last_used_at: Option<UnixMs>,
}

/// A token to make.
#[derive(Clone, Debug)]
pub struct NewApiToken {
    /// What its owner calls it.
    pub name: String,
    /// The first characters.
    pub prefix: String,
    /// SHA-256 of the token.
    pub hash: [u8; 32],
    /// What it may; names without spaces.
    pub scopes: Vec<String>,
    /// When it ends; none: when it is deleted.
    pub expires_at: Option<UnixMs>,
}

fn token(row: &Row) -> Result<ApiToken> {
    Ok(ApiToken {
        id: ApiTokenId(row.get("id")?),
        user: UserId(row.get("user_id")?),
        name: row.get("name")?,
        prefix: row.get("prefix")?,
        scopes: row.get::<String>("scopes")?.split_whitespace().map(str::to_owned).collect(),
        created_at: UnixMs(row.get("created_at")?),
        expires_at: row.get::<Option<i64>>("expires_at")?.map(UnixMs),
        last_used_at: row.get::<Option<i64>>("last_used_at")?.map(UnixMs),
    })
}

/// The tokens of a user, newest first.
pub async fn list_tokens(conn: &Conn, user: UserId) -> Result<Vec<ApiToken>> {
    let sql = format!("SELECT {COLUMNS} FROM api_tokens WHERE user_id = $1 ORDER BY id DESC LIMIT {LISTED_MAX}");
    conn.rows(&sql, [user.0.into()]).await?.iter().map(token).collect()
}

/// Makes a token; a conflict if the user has as many as allowed. Tokens that expired long ago make room.
pub async fn insert_token(tx: &Tx, user: UserId, new: &NewApiToken) -> Result<ApiToken> {
    let old = tx.now().0 - KEPT_EXPIRED_MS;
    tx.execute("DELETE FROM api_tokens WHERE user_id = $1 AND expires_at < $2", [user.0.into(), old.into()]).await?;
    let quota = tx.quotas().api_tokens;
    let sql = "SELECT COUNT(*) AS n FROM api_tokens WHERE user_id = $1";
    let have = tx.row(sql, [user.0.into()]).await?.map_or(Ok(0), |row| row.get::<i64>("n"))?;
    if have >= i64::from(quota) {
        let text = "tokens already, and no more may be made (quota `api_tokens`). Delete one of them first.";
        return Err(Error::Conflict(format!("There are {have} {text}")));
    }
    let id = Insert::into("api_tokens")
        .set("user_id", user.0)
        .set("name", new.name.as_str())
        .set("prefix", new.prefix.as_str())
        .set("token_hash", &new.hash[..])
        .set("scopes", new.scopes.join(" "))
        .set("created_at", tx.now().0)
        .set("expires_at", new.expires_at.map(|at| at.0))
        .id(tx)
        .await?;
    get_token(tx, user, ApiTokenId(id)).await
}

async fn get_token(conn: &Conn, user: UserId, id: ApiTokenId) -> Result<ApiToken> {
    let sql = format!("SELECT {COLUMNS} FROM api_tokens WHERE id = $1 AND user_id = $2");
    let row = conn.row(&sql, [id.0.into(), user.0.into()]).await?;
    token(&row.ok_or(Error::NotFound("API token"))?)
}

/// Deletes a token of the user; answers what it was.
pub async fn delete_token(tx: &Tx, user: UserId, id: ApiTokenId) -> Result<ApiToken> {
    let before = get_token(tx, user, id).await?;
    tx.execute_one("API token", "DELETE FROM api_tokens WHERE id = $1", [id.0.into()]).await?;
    Ok(before)
}

/// Deletes all tokens of a user; how many.
pub async fn delete_tokens_of(tx: &Tx, user: UserId) -> Result<u64> {
    tx.execute("DELETE FROM api_tokens WHERE user_id = $1", [user.0.into()]).await
}

/// The token of a hash and its owner, if it has not expired.
pub async fn get_token_caller(conn: &Conn, hash: &[u8; 32]) -> Result<Option<(ApiToken, User)>> {
    let sql = format!("SELECT {COLUMNS} FROM api_tokens WHERE token_hash = $1");
    let Some(row) = conn.row(&sql, [hash.to_vec().into()]).await? else { return Ok(None) };
    let token = token(&row)?;
    if token.expires_at.is_some_and(|at| at <= conn.now()) {
        return Ok(None);
    }
    let user = users::get_user(conn, Scope::System, token.user).await?;
    Ok(Some((token, user)))
}

/// Notes that a token was used.
pub async fn touch_token(tx: &Tx, id: ApiTokenId) -> Result<()> {
    let sql = "UPDATE api_tokens SET last_used_at = $2 WHERE id = $1";
    tx.execute(sql, [id.0.into(), tx.now().0.into()]).await.map(drop)
}
