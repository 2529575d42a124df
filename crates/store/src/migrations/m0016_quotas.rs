//! Counting what an account made lately, for its quotas.

use crate::schema::index;
use sea_orm::DbErr;
use sea_orm_migration::SchemaManager;

pub(super) async fn up(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    for table in ["campaigns", "ad_groups", "ads"] {
        index(manager, table, "advertiser_id, created_at").await?;
    }
    for table in ["sites", "blocks"] {
        index(manager, table, "webmaster_id, created_at").await?;
    }
    Ok(())
}
