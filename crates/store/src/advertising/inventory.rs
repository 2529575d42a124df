//! What the inventory feed reads beside the specs themselves: whose campaigns and blocks a change is about.

use crate::conn::Conn;
use crate::error::Result;
use placard_model::{BlockId, CampaignId, UserId};

/// The most campaigns, or blocks, of one user that are looked at.
const ROWS_MAX: i64 = 100_000;

/// The campaigns of an advertiser, deleted ones too.
pub async fn campaigns_of(conn: &Conn, advertiser: UserId) -> Result<Vec<CampaignId>> {
    let sql = "SELECT id FROM campaigns WHERE advertiser_id = $1 ORDER BY id LIMIT $2";
    let rows = conn.rows(sql, [advertiser.0.into(), ROWS_MAX.into()]).await?;
    rows.iter().map(|row| row.get("id").map(CampaignId)).collect()
}

/// The blocks of a webmaster, archived ones too.
pub async fn blocks_of(conn: &Conn, webmaster: UserId) -> Result<Vec<BlockId>> {
    let sql = "SELECT id FROM blocks WHERE webmaster_id = $1 ORDER BY id LIMIT $2";
    let rows = conn.rows(sql, [webmaster.0.into(), ROWS_MAX.into()]).await?;
    rows.iter().map(|row| row.get("id").map(BlockId)).collect()
}
