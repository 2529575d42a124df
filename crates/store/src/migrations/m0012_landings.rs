//! What a click needs long after its ad was shown, and the secrets of postbacks.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let left = column("left_at", Kind::Big, "Unix ms when its approval ended by an edit or a rejection");
    add_column(tx, "ads", left.nullable()).await?;
    let url = column("left_url", Kind::Text, "Landing page when its approval ended, for clicks on what was shown");
    add_column(tx, "ads", url.nullable()).await?;
    let title = column("left_title", Kind::Text, "Title when its approval ended");
    add_column(tx, "ads", title.nullable()).await?;
    table(
        tx,
        "postback_secrets",
        "Secrets without which no postback is taken for an advertiser's clicks; only hashes are kept",
        &[
            column("user_id", Kind::Big, "The advertiser").references("users(id)"),
            column("secret_hash", Kind::Bytes, "SHA-256 of the secret"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (user_id)"],
    )
    .await
}
