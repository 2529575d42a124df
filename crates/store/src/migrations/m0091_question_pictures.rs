//! The picture of a site's question for notifications, kept as long as a block has it.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let picture = column("picture_hash", Kind::Text, "Picture that its config names; only push blocks have one");
    add_column(tx, "blocks", picture.nullable().references("pictures(hash)")).await?;
    tx.run("CREATE INDEX blocks_picture_used ON blocks (picture_hash) WHERE picture_hash IS NOT NULL").await
}
