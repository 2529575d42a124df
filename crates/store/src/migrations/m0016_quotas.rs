//! Counting what an account made lately, for its quotas.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::index;

pub(super) async fn up(tx: &Tx) -> Result<()> {
    for table in ["campaigns", "ad_groups", "ads"] {
        index(tx, table, "advertiser_id, created_at").await?;
        // What an account has now is counted at each new thing: without what it ever deleted.
        let sql = format!("CREATE INDEX {table}_live ON {table} (advertiser_id) WHERE deleted_at IS NULL");
        tx.run(&sql).await?;
    }
    for table in ["sites", "blocks"] {
        index(tx, table, "webmaster_id, created_at").await?;
    }
    Ok(())
}
