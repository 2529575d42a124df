//! Versions of blocks: what a block was at each save, so that an earlier one can be had again.

use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::publishing::blocks::{Block, BlockSettings};
use crate::scope::Scope;
use crate::statement::Insert;
use placard_model::{BlockId, UnixMs, UserId};

/// The most versions of a block: older ones go with the next save.
pub const VERSIONS_MAX: i64 = 50;

/// A version of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockVersion {
    /// The block's version that the save made.
    pub version: i64,
    /// Who saved; none for what was there before versions were kept.
    pub made_by: Option<UserId>,
    /// The version that was restored, where the save did so.
    pub restored_from: Option<i64>,
    /// When it was saved; when the block was made where `made_by` is none.
    pub created_at: UnixMs,
    /// Everything that can be set; its compiled CSS is empty.
    pub settings: BlockSettings,
}

const COLUMNS: &str = "v.version, v.made_by, v.restored_from, v.created_at, v.settings";

fn version(row: &Row) -> Result<BlockVersion> {
    let settings: String = row.get("settings")?;
    Ok(BlockVersion {
        version: row.get("version")?,
        made_by: row.get::<Option<i64>>("made_by")?.map(UserId),
        restored_from: row.get("restored_from")?,
        created_at: UnixMs(row.get("created_at")?),
        settings: serde_json::from_str(&settings)
            .map_err(|error| Error::Corrupt(format!("settings of a block's version: {error}")))?,
    })
}

/// Keeps what a save made of a block, in the transaction of the save; nothing where it changed nothing. `before` is the
/// block as it was, none for a new one: it is kept first where no version was yet.
pub async fn keep(
    tx: &Tx,
    before: Option<&Block>,
    after: &Block,
    made_by: Option<UserId>,
    restored_from: Option<i64>,
) -> Result<()> {
    if let Some(before) = before {
        if before.version == after.version {
            return Ok(());
        }
        let any = "SELECT 1 AS found FROM block_versions WHERE block_id = $1 LIMIT 1";
        if tx.row(any, [before.id.0.into()]).await?.is_none() {
            insert(tx, before, None, None, before.created_at).await?;
        }
    }
    insert(tx, after, made_by, restored_from, tx.now()).await?;
    let sql = "DELETE FROM block_versions WHERE block_id = $1 AND version NOT IN \
        (SELECT version FROM block_versions WHERE block_id = $1 ORDER BY version DESC LIMIT $2)";
    tx.execute(sql, [after.id.0.into(), VERSIONS_MAX.into()]).await.map(drop)
}

async fn insert(
    tx: &Tx,
    block: &Block,
    made_by: Option<UserId>,
    restored_from: Option<i64>,
    created_at: UnixMs,
) -> Result<()> {
    let settings = serde_json::to_string(&block.settings()).map_err(|error| Error::Corrupt(error.to_string()))?;
    let row = Insert::into("block_versions").set("block_id", block.id.0).set("version", block.version);
    let row = row.set("webmaster_id", block.webmaster.0).set("made_by", made_by.map(|user| user.0));
    let row = row.set("restored_from", restored_from).set("settings", settings).set("created_at", created_at.0);
    row.run(tx).await.map(drop)
}

/// The versions of a block of the scope, newest first.
pub async fn list(conn: &Conn, scope: Scope, block: BlockId) -> Result<Vec<BlockVersion>> {
    let mut values: Vec<Value> = vec![block.0.into(), VERSIONS_MAX.into()];
    let own = scope.webmaster_rows("v.webmaster_id", &mut values);
    let sql = format!(
        "SELECT {COLUMNS} FROM block_versions v WHERE v.block_id = $1 AND {own} ORDER BY v.version DESC LIMIT $2"
    );
    conn.rows(&sql, values).await?.iter().map(version).collect()
}

/// One version of a block of the scope.
pub async fn get(conn: &Conn, scope: Scope, block: BlockId, number: i64) -> Result<BlockVersion> {
    let mut values: Vec<Value> = vec![block.0.into(), number.into()];
    let own = scope.webmaster_rows("v.webmaster_id", &mut values);
    let sql = format!("SELECT {COLUMNS} FROM block_versions v WHERE v.block_id = $1 AND v.version = $2 AND {own}");
    version(&conn.row(&sql, values).await?.ok_or(Error::NotFound("version"))?)
}
