//! How payment gateways are reached, encrypted by the caller.

use crate::conn::{Conn, Tx};
use crate::error::{Error, Result};
use crate::statement::Insert;
use placard_model::UnixMs;
use placard_model::payments::deposit::Gateway;

/// What is kept of a gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its address, our key and its secret, encrypted.
    pub access: Vec<u8>,
    /// When it was set.
    pub updated_at: UnixMs,
}

impl Kept {
    /// What tells it apart from what was set before or after it.
    pub const fn version(&self) -> i64 {
        self.updated_at.0
    }
}

/// How a gateway is reached; none: it was given no keys.
pub async fn get(conn: &Conn, gateway: Gateway) -> Result<Option<Kept>> {
    let sql = "SELECT access, updated_at FROM payment_gateways WHERE name = $1";
    let row = conn.row(sql, [gateway.name().into()]).await?;
    row.map(|row| Ok(Kept { access: row.get("access")?, updated_at: UnixMs(row.get("updated_at")?) })).transpose()
}

/// Keeps how a gateway is reached. `version` is that of what the caller has seen, 0 for nothing: [`Error::Stale`] when another one
/// was set meanwhile. What was kept before.
pub async fn put(tx: &Tx, gateway: Gateway, access: &[u8], version: Option<i64>) -> Result<Option<Kept>> {
    let before = get(tx, gateway).await?;
    let current = before.as_ref().map_or(0, Kept::version);
    if version.is_some_and(|seen| seen != current) {
        return Err(Error::Stale { current });
    }
    let row = Insert::into("payment_gateways").set("name", gateway.name()).set("access", access);
    row.stamped(tx).replacing("name", &[]).run(tx).await?;
    Ok(before)
}

/// Forgets how a gateway is reached, and answers it.
pub async fn delete(tx: &Tx, gateway: Gateway) -> Result<Kept> {
    let before = get(tx, gateway).await?.ok_or(Error::NotFound("payment gateway"))?;
    tx.execute("DELETE FROM payment_gateways WHERE name = $1", [gateway.name().into()]).await?;
    Ok(before)
}
