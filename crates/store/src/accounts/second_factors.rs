//! Second factors: the secrets of one-time codes, and recovery codes.
//!
//! A secret is kept from the moment it is shown, and asked for at login once its owner has proved to have it: then
//! `has_second_factor` of the user is set.

use crate::conn::{Conn, Tx};
use crate::error::{Error, Result};
use crate::statement::{Insert, Update};
use placard_model::UserId;

/// Keyed hash of a recovery code: what is stored of it.
pub type RecoveryCodeHash = [u8; 32];

/// A secret of one-time codes.
#[derive(Clone, PartialEq, Eq)]
pub struct SecondFactor {
    /// The secret, encrypted.
    pub secret: Vec<u8>,
    /// Step of the last code that was taken; none before it or itself is taken again.
    pub last_step: i64,
}

/// The secret of a user, proved or not.
pub async fn get_second_factor(conn: &Conn, user: UserId) -> Result<Option<SecondFactor>> {
    let sql = "SELECT secret, last_step FROM second_factors WHERE user_id = $1";
    let row = conn.row(sql, [user.0.into()]).await?;
    row.map(|row| Ok(SecondFactor { secret: row.get("secret")?, last_step: row.get("last_step")? })).transpose()
}

/// Keeps a secret that is not proved yet, in the place of another one of that kind. A conflict if one is in use.
pub async fn put_secret(tx: &Tx, user: UserId, secret: &[u8]) -> Result<()> {
    if has_second_factor(tx, user).await? {
        return Err(Error::Conflict("The second factor is on. Switch it off before you set up another.".to_owned()));
    }
    let row = Insert::into("second_factors").set("user_id", user.0).set("secret", secret).set("last_step", 0i64);
    row.created(tx).replacing("user_id", &[]).run(tx).await.map(drop)
}

async fn has_second_factor(conn: &Conn, user: UserId) -> Result<bool> {
    let row = conn.row("SELECT has_second_factor FROM users WHERE id = $1", [user.0.into()]).await?;
    row.ok_or(Error::NotFound("user"))?.get("has_second_factor")
}

/// Takes the code of a step, unless it or a later one was taken already; whether it was.
pub async fn take_step(tx: &Tx, user: UserId, step: i64) -> Result<bool> {
    let taken = Update::of("second_factors").set("last_step", step).stamped(tx).filter("user_id =", user.0);
    Ok(taken.filter("last_step <", step).run(tx).await? == 1)
}

/// Asks for codes at login from now on, or no longer; then secret and recovery codes are forgotten.
pub async fn set_on(tx: &Tx, user: UserId, is_on: bool) -> Result<()> {
    let change = Update::of("users").set("has_second_factor", is_on).stamped(tx).versioned();
    change.filter("id =", user.0).one(tx, "user").await?;
    if !is_on {
        tx.execute("DELETE FROM second_factors WHERE user_id = $1", [user.0.into()]).await?;
        tx.execute("DELETE FROM recovery_codes WHERE user_id = $1", [user.0.into()]).await?;
    }
    Ok(())
}

/// Replaces the recovery codes of a user.
pub async fn put_recovery_codes(tx: &Tx, user: UserId, codes: &[RecoveryCodeHash]) -> Result<()> {
    tx.execute("DELETE FROM recovery_codes WHERE user_id = $1", [user.0.into()]).await?;
    for code in codes {
        let code = Insert::into("recovery_codes").set("user_id", user.0).set("code_hash", &code[..]);
        code.set("created_at", tx.now().0).run(tx).await?;
    }
    Ok(())
}

/// Takes a recovery code, which works once; whether it was one.
pub async fn take_recovery_code(tx: &Tx, user: UserId, code: &RecoveryCodeHash) -> Result<bool> {
    let sql = "UPDATE recovery_codes SET used_at = $3 WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL";
    Ok(tx.execute(sql, [user.0.into(), code.to_vec().into(), tx.now().0.into()]).await? == 1)
}

/// How many recovery codes of a user were not used.
pub async fn count_recovery_codes(conn: &Conn, user: UserId) -> Result<u64> {
    let sql = "SELECT COUNT(*) AS codes FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL";
    let row = conn.row(sql, [user.0.into()]).await?;
    Ok(row.map_or(Ok(0), |row| row.get::<i64>("codes"))?.unsigned_abs())
}
