//! What moderators decide about: the edit of an ad that they must have seen, and who may hold a domain.

use crate::schema::{Kind, add_column, column, index, unique};
use sea_orm::{ConnectionTrait, DbErr};
use sea_orm_migration::SchemaManager;

pub(super) async fn up(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let shown = column("content_version", Kind::Big, "The version since which its words, pictures and links are the same");
    add_column(manager, "ads", shown.default("1")).await?;
    manager.get_connection().execute_unprepared("UPDATE ads SET content_version = version").await?;
    // Approval gives a domain to a site, not the mere naming of it.
    manager.get_connection().execute_unprepared("DROP INDEX sites_domain_idx").await?;
    unique(manager, "sites", "domain", "WHERE status_id = 2").await?;
    index(manager, "sites", "domain, status_id").await
}
