//! What a webmaster asks of a block beside its looks, and the versions that it had.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column, index, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    for column in [
        column("passback_url", Kind::Text, "Address of a page shown in a frame where no ad is found; empty: none")
            .default("''"),
        column("refresh_s", Kind::Big, "Seconds in view after which other ads are asked for; 0: never").default("0"),
        column("ecpm_floor", Kind::Big, "What 1,000 shows must be expected to earn at least, micro-dollars; 0: nothing")
            .default("0"),
        column("country_floors", Kind::Text, "JSON object: the same by country code, micro-dollars").default("'{}'"),
    ] {
        add_column(tx, "blocks", column).await?;
    }
    table(
        tx,
        "block_versions",
        "What blocks were at each save: the last 50 of each",
        &[
            column("block_id", Kind::Big, "The block").references("blocks(id)"),
            column("version", Kind::Big, "The block's version that the save made"),
            column("webmaster_id", Kind::Big, "Whose block").references("users(id)"),
            column("made_by", Kind::Big, "Who saved; none: it was there before versions were kept").nullable(),
            column("restored_from", Kind::Big, "The version that was restored; none: it was edited").nullable(),
            column("settings", Kind::Text, "JSON object: everything that can be set"),
            column("created_at", Kind::Big, "Unix ms"),
        ],
        &["PRIMARY KEY (block_id, version)"],
    )
    .await?;
    // Exports read along it.
    index(tx, "block_versions", "webmaster_id, created_at").await
}
