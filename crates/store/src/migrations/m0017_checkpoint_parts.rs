//! The parts of checkpoints.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, id, index, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
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
    index(tx, "checkpoint_parts", "name").await
}
