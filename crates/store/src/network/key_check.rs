//! Which master key belongs to the database.

use crate::conn::{Conn, Tx};
use crate::error::Result;
use crate::statement::Insert;

/// What was derived from the master key that belongs to the database; none before a server has run on it.
pub async fn get_digest(conn: &Conn) -> Result<Option<Vec<u8>>> {
    let row = conn.row("SELECT digest FROM key_check", []).await?;
    row.map(|row| row.get("digest")).transpose()
}

/// Notes it. One that was noted before stays: the caller reads again which it is.
pub async fn insert_digest(tx: &Tx, digest: &[u8]) -> Result<()> {
    let row = Insert::into("key_check").set("id", 1i64).set("digest", digest).set("created_at", tx.now().0);
    row.set("updated_by", tx.name()).ending("ON CONFLICT (id) DO NOTHING").run(tx).await?;
    Ok(())
}

/// Whether a server has run on the database: sessions are made by nothing else.
pub async fn was_served(conn: &Conn) -> Result<bool> {
    Ok(conn.row("SELECT id FROM sessions LIMIT 1", []).await?.is_some())
}
