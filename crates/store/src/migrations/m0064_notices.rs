//! What users are told beside mail.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, id, index, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "notices",
        "What users are told in their cabinet",
        &[
            id("The notice"),
            column("user_id", Kind::Big, "Who is told"),
            column("kind", Kind::Text, "Kind, as those of mail"),
            column("title", Kind::Text, "What happened, in a line"),
            column("path", Kind::Text, "The page that it is about; empty when there is none"),
            column("created_at", Kind::Big, "Unix ms"),
            column("read_at", Kind::Big, "Unix ms; none before it was read").nullable(),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &[],
    )
    .await?;
    index(tx, "notices", "user_id, id").await?;
    index(tx, "notices", "user_id, read_at").await?;
    index(tx, "notices", "created_at").await
}
