//! One-time codes with which staff enter a user's cabinet.

use crate::accounts::sessions::Admin;
use crate::conn::Tx;
use crate::error::Result;
use crate::statement::Insert;
use placard_model::{SessionId, UnixMs, UserId};

/// SHA-256 of a code: what is stored of it.
pub type ImpersonationCodeHash = [u8; 32];

/// Keeps a code until it is used or expires; those that expired are forgotten.
pub async fn insert_code(
    tx: &Tx,
    code: &ImpersonationCodeHash,
    user: UserId,
    admin: Admin,
    expires_at: UnixMs,
) -> Result<()> {
    tx.execute("DELETE FROM impersonation_codes WHERE expires_at <= $1", [tx.now().0.into()]).await?;
    Insert::into("impersonation_codes")
        .set("code_hash", &code[..])
        .set("user_id", user.0)
        .set("admin_id", admin.user.0)
        .set("admin_session_id", admin.session.0)
        .set("expires_at", expires_at.0)
        .run(tx)
        .await
        .map(drop)
}

/// Takes a code, which works once: whose cabinet, and who enters. None for one that is unknown, used or expired.
pub async fn take_code(tx: &Tx, code: &ImpersonationCodeHash) -> Result<Option<(UserId, Admin)>> {
    let sql = "DELETE FROM impersonation_codes WHERE code_hash = $1 \
        RETURNING user_id, admin_id, admin_session_id, expires_at";
    let Some(row) = tx.row(sql, [code.to_vec().into()]).await? else { return Ok(None) };
    if row.get::<i64>("expires_at")? <= tx.now().0 {
        return Ok(None);
    }
    let admin = Admin { user: UserId(row.get("admin_id")?), session: SessionId(row.get("admin_session_id")?) };
    Ok(Some((UserId(row.get("user_id")?), admin)))
}
