//! What the last look at a site's push worker file found; push blocks by format.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, index, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "push_worker_checks",
        "What the last look at a site's push worker file found",
        &[
            column("site_id", Kind::Big, "The site").references("sites(id)"),
            column("found", Kind::Text, "JSON: what was found"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms of the look"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (site_id)"],
    )
    .await?;
    index(tx, "blocks", "block_format_type_id, id").await
}
