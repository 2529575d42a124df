//! Whether an ad that was not deleted has a picture is told by an index of those alone.

use sea_orm::{ConnectionTrait as _, DbErr};
use sea_orm_migration::SchemaManager;

pub(super) async fn up(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    for shape in ["square", "horizontal"] {
        let sql = format!(
            "CREATE INDEX ads_{shape}_used ON ads ({shape}_hash) WHERE {shape}_hash IS NOT NULL AND deleted_at IS NULL"
        );
        manager.get_connection().execute_unprepared(&sql).await?;
    }
    Ok(())
}
