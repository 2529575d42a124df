//! Versions of texts grow over a reset, so that an edit that was begun before it is recognised as stale.

use crate::schema::{Kind, add_column, column};
use sea_orm::DbErr;
use sea_orm_migration::SchemaManager;

pub(super) async fn up(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let is_default = column("is_default", Kind::Flag, "It was reset: it reads as the program brings it along");
    add_column(manager, "texts", is_default.default("FALSE")).await
}
