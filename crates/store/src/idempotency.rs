//! Answers kept for requests that may be sent twice: the second one gets the first answer.

use crate::conn::{Conn, Tx};
use crate::error::{Error, Result};
use crate::statement::Insert;
use placard_model::UserId;
use placard_model::time::DAY_MS;

/// How long an answer is kept.
pub const KEPT_MS: i64 = DAY_MS;
/// The longest key, in bytes.
pub const KEY_MAX: usize = 200;

/// SHA-256 of a request's method, path and body.
pub type RequestHash = [u8; 32];

/// A kept answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// Body.
    pub body: String,
}

/// The first answer to a request of this key; a conflict if the key was used for another request.
pub async fn get_answer(conn: &Conn, user: UserId, key: &str, request: &RequestHash) -> Result<Option<Answer>> {
    let sql = "SELECT request_hash, status, answer FROM idempotency_keys \
        WHERE user_id = $1 AND idempotency_key = $2 AND created_at > $3";
    let since = conn.now().0 - KEPT_MS;
    let Some(row) = conn.row(sql, [user.0.into(), key.into(), since.into()]).await? else { return Ok(None) };
    if row.get::<Vec<u8>>("request_hash")? != request {
        return Err(Error::Conflict("this Idempotency-Key was used for another request, which went through: look at what it did before you send a new one".to_owned()));
    }
    Ok(Some(Answer { status: row.get::<i64>("status")? as u16, body: row.get("answer")? }))
}

/// Keeps an answer, in the transaction of what it answers. A second one of the same key is a duplicate: the whole
/// transaction must fail then.
pub async fn insert_answer(tx: &Tx, user: UserId, key: &str, request: &RequestHash, answer: &Answer) -> Result<()> {
    let old = tx.now().0 - KEPT_MS;
    tx.execute("DELETE FROM idempotency_keys WHERE created_at <= $1", [old.into()]).await?;
    Insert::into("idempotency_keys")
        .set("user_id", user.0)
        .set("idempotency_key", key)
        .set("request_hash", &request[..])
        .set("status", i64::from(answer.status))
        .set("answer", answer.body.as_str())
        .set("created_at", tx.now().0)
        .run(tx)
        .await
        .map(drop)
}
