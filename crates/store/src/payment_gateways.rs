//! How payment gateways are reached, encrypted by the caller.

use crate::conn::{Conn, Tx};
use crate::error::Result;
use crate::statement::Insert;
use placard_model::UnixMs;
use placard_model::deposit::Gateway;

/// What is kept of a gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its address, our key and its secret, encrypted.
    pub access: Vec<u8>,
    /// When it was set.
    pub updated_at: UnixMs,
}

/// How a gateway is reached; none: it was given no keys.
pub async fn get(conn: &Conn, gateway: Gateway) -> Result<Option<Kept>> {
    let sql = "SELECT access, updated_at FROM payment_gateways WHERE name = $1";
    let row = conn.row(sql, [gateway.name().into()]).await?;
    row.map(|row| Ok(Kept { access: row.get("access")?, updated_at: UnixMs(row.get("updated_at")?) })).transpose()
}

/// Keeps how a gateway is reached.
pub async fn put(tx: &Tx, gateway: Gateway, access: &[u8]) -> Result<()> {
    let row = Insert::into("payment_gateways").set("name", gateway.name()).set("access", access);
    row.stamped(tx).replacing("name", &[]).run(tx).await.map(drop)
}

/// Forgets how a gateway is reached; whether it was known.
pub async fn delete(tx: &Tx, gateway: Gateway) -> Result<bool> {
    Ok(tx.execute("DELETE FROM payment_gateways WHERE name = $1", [gateway.name().into()]).await? > 0)
}
