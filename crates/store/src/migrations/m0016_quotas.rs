//! Counting what an account made lately, for its quotas.

use crate::schema::index;
use sea_orm::{ConnectionTrait as _, DbErr};
use sea_orm_migration::SchemaManager;

pub(super) async fn up(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    for table in ["campaigns", "ad_groups", "ads"] {
        index(manager, table, "advertiser_id, created_at").await?;
        // What an account has now is counted at each new thing: without what it ever deleted.
        let sql = format!("CREATE INDEX {table}_live ON {table} (advertiser_id) WHERE deleted_at IS NULL");
        manager.get_connection().execute_unprepared(&sql).await?;
    }
    for table in ["sites", "blocks"] {
        index(manager, table, "webmaster_id, created_at").await?;
    }
    Ok(())
}
