//! What a blocked site goes back to, and whose word ends its block.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let status = column("blocked_from", Kind::Big, "Status before its block; none: it waits for a moderator after it");
    add_column(tx, "sites", status.nullable()).await?;
    let comment = column("blocked_comment", Kind::Text, "What the owner was told of a rejection before its block");
    add_column(tx, "sites", comment.default("''")).await?;
    let is_of_god = column("is_block_of_god", Kind::Flag, "The network's owner blocked it: sales do not end that");
    add_column(tx, "sites", is_of_god.default("FALSE")).await
}
