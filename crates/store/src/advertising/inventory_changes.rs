//! What changed in the inventory, for the feed that keeps the engine fresh: written in the transaction of the change.

use crate::conn::{Conn, Tx};
use crate::error::{Error, Result};
use crate::statement::Insert;
use crate::topic::Topic;

/// Rows older than this are no longer needed: a feed that is further behind loads everything.
pub const KEPT_ROWS: i64 = 100_000;
/// Changes that one statement writes.
const IDS_A_STATEMENT: usize = 1_000;

/// What changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// A campaign's settings, wish or moderation.
    Campaign = 1,
    /// A group.
    Group = 2,
    /// An ad.
    Ad = 3,
    /// A site: its blocks change with it.
    Site = 4,
    /// A block.
    Block = 5,
    /// A user: status, balance from outside of billing, minimum bid.
    User = 6,
    /// A block template.
    Template = 7,
}

impl Kind {
    const fn from_code(code: i64) -> Option<Self> {
        Some(match code {
            1 => Self::Campaign,
            2 => Self::Group,
            3 => Self::Ad,
            4 => Self::Site,
            5 => Self::Block,
            6 => Self::User,
            7 => Self::Template,
            _ => return None,
        })
    }
}

/// One change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its number: grows in the order in which changes become visible.
    pub seq: i64,
    /// What changed.
    pub kind: Kind,
    /// The id of what changed.
    pub id: i64,
}

/// Records a change, and wakes the feed when the transaction is committed.
pub async fn record(tx: &Tx, kind: Kind, id: impl Into<i64>) -> Result<()> {
    tx.in_order(Topic::Inventory).await?;
    let change = Insert::into("inventory_changes").set("kind", i64::from(kind as u8)).set("subject_id", id.into());
    change.set("changed_at", tx.now().0).run(tx).await?;
    tx.wake(Topic::Inventory);
    Ok(())
}

/// Records the same change of many things at once.
pub async fn record_all(tx: &Tx, kind: Kind, ids: &[i64]) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    tx.in_order(Topic::Inventory).await?;
    for ids in ids.chunks(IDS_A_STATEMENT) {
        let places = tx.placeholders(ids.len(), 3);
        let sql = format!("INSERT INTO inventory_changes (kind, subject_id, changed_at) VALUES {places}");
        let of = |id: &i64| [i64::from(kind as u8).into(), (*id).into(), tx.now().0.into()];
        tx.execute(&sql, ids.iter().flat_map(of)).await?;
    }
    tx.wake(Topic::Inventory);
    Ok(())
}

/// The changes after `seq`, oldest first, at most `limit`.
pub async fn after(conn: &Conn, seq: i64, limit: u32) -> Result<Vec<Change>> {
    let sql = "SELECT id, kind, subject_id FROM inventory_changes WHERE id > $1 ORDER BY id LIMIT $2";
    let rows = conn.rows(sql, [seq.into(), i64::from(limit).into()]).await?;
    rows.iter()
        .map(|row| {
            let kind: i64 = row.get("kind")?;
            let kind = Kind::from_code(kind).ok_or_else(|| Error::Corrupt(format!("inventory change kind {kind}")))?;
            Ok(Change { seq: row.get("id")?, kind, id: row.get("subject_id")? })
        })
        .collect()
}

/// The number of the newest change; 0 when there is none. Read it before loading the whole inventory.
pub async fn newest(conn: &Conn) -> Result<i64> {
    match conn.row("SELECT id FROM inventory_changes ORDER BY id DESC LIMIT 1", []).await? {
        Some(row) => row.get("id"),
        None => Ok(0),
    }
}

/// Deletes all but the newest [`KEPT_ROWS`] changes.
pub async fn forget_old(tx: &Tx) -> Result<u64> {
    let newest = newest(tx).await?;
    tx.execute("DELETE FROM inventory_changes WHERE id <= $1", [(newest - KEPT_ROWS).into()]).await
}
