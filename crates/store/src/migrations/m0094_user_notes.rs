//! What staff write for each other of a user.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, id, index, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "user_notes",
        "What staff write for each other of a user",
        &[
            id("The note"),
            column("user_id", Kind::Big, "Of whom"),
            column("author_id", Kind::Big, "Who wrote it"),
            column("text", Kind::Text, "What it says"),
            column("is_pinned", Kind::Flag, "Stands above the others"),
            column("created_at", Kind::Big, "Unix ms"),
            column("edited_at", Kind::Big, "Unix ms; when its text was changed last, if it was").nullable(),
            column("version", Kind::Big, "Grows with each change"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &[],
    )
    .await?;
    index(tx, "user_notes", "user_id, id").await
}
