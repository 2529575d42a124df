//! What people keep of lists: filters, order and columns under a name.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, id, index, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "list_views",
        "What users keep of lists under a name: filters, order and columns",
        &[
            id("The view"),
            column("user_id", Kind::Big, "Whose"),
            column("list", Kind::Text, "Name of the list"),
            column("name", Kind::Text, "What its owner calls it"),
            column("search", Kind::Text, "Query of the list's address"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["UNIQUE (user_id, list, name)"],
    )
    .await?;
    index(tx, "list_views", "user_id, id").await
}
