//! Sources that a campaign itself blocks or allows.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "campaign_sources",
        "Sources that campaigns block or allow for all of their groups",
        &[
            column("campaign_id", Kind::Big, "The campaign").references("campaigns(id)"),
            column("source_kind", Kind::Big, "1 site, 2 block"),
            column("source_id", Kind::Big, "The site or the block"),
            column("state", Kind::Big, "1 blocked, 2 allowed"),
            column("by_rule", Kind::Flag, "A rule wrote it"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (campaign_id, source_kind, source_id)"],
    )
    .await
}
