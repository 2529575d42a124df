//! Secrets of postbacks: an advertiser who has one gets no postback without it.

use crate::advertising::inventory_changes::{self, Kind};
use crate::conn::{Conn, Row, Tx};
use crate::error::{Error, Result};
use crate::statement::Insert;
use placard_model::{UnixMs, UserId};

/// The SHA-256 of a secret.
pub type SecretHash = [u8; 32];

fn secret(row: &Row) -> Result<(UserId, SecretHash)> {
    let hash: Vec<u8> = row.get("secret_hash")?;
    let hash = hash.try_into().map_err(|_| Error::Corrupt("a postback secret's hash has a wrong length".to_owned()))?;
    Ok((UserId(row.get("user_id")?), hash))
}

/// The hashes of those who have a secret, of all advertisers or of one.
pub async fn hashes(conn: &Conn, advertiser: Option<UserId>) -> Result<Vec<(UserId, SecretHash)>> {
    let (condition, values) = match advertiser {
        Some(advertiser) => ("user_id = $1", vec![advertiser.0.into()]),
        None => ("1 = 1", Vec::new()),
    };
    let sql = format!("SELECT user_id, secret_hash FROM postback_secrets WHERE {condition}");
    conn.rows(&sql, values).await?.iter().map(secret).collect()
}

/// When an advertiser's secret was made; none if there is none.
pub async fn made_at(conn: &Conn, advertiser: UserId) -> Result<Option<UnixMs>> {
    let sql = "SELECT created_at FROM postback_secrets WHERE user_id = $1";
    match conn.row(sql, [advertiser.0.into()]).await? {
        Some(row) => row.get("created_at").map(|at: i64| Some(UnixMs(at))),
        None => Ok(None),
    }
}

/// Gives an advertiser a secret in the place of the one before.
pub async fn put(tx: &Tx, advertiser: UserId, hash: &SecretHash) -> Result<()> {
    Insert::into("postback_secrets")
        .set("user_id", advertiser.0)
        .set("secret_hash", &hash[..])
        .set("created_at", tx.now().0)
        .set("updated_by", tx.name())
        .replacing("user_id", &[])
        .run(tx)
        .await?;
    inventory_changes::record(tx, Kind::User, advertiser).await
}

/// Takes an advertiser's secret away; [`Error::NotFound`] if there is none.
pub async fn delete(tx: &Tx, advertiser: UserId) -> Result<()> {
    let sql = "DELETE FROM postback_secrets WHERE user_id = $1";
    tx.execute_one("postback secret", sql, [advertiser.0.into()]).await?;
    inventory_changes::record(tx, Kind::User, advertiser).await
}
