//! The parts of checkpoints.

use crate::schema::{Kind, column, id, index, table};
use sea_orm::DbErr;
use sea_orm_migration::SchemaManager;

pub(super) async fn up(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        manager,
        "checkpoint_parts",
        "Parts of the states in checkpoints, each written once; those that no checkpoint names are removed",
        &[
            id("Number of the part, by which the checkpoint names it"),
            column("name", Kind::Text, "The feed"),
            column("body", Kind::Bytes, "The part of the state"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &[],
    )
    .await?;
    index(manager, "checkpoint_parts", "name").await
}
