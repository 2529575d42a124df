//! What bounds the work that accounts cause: changes of a day, pictures that no ad uses, the rules of compiled CSS.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column, index, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "edit_counts",
        "What each account changed of its things on the last day on which it changed any, for its quotas",
        &[
            column("user_id", Kind::Big, "Whose account").references("users(id)"),
            column("day", Kind::Big, "UTC day"),
            column("edits", Kind::Big, "Changes on that day"),
            column("audit_bytes", Kind::Big, "Bytes of their states in the audit log"),
        ],
        &["PRIMARY KEY (user_id)"],
    )
    .await?;
    table(
        tx,
        "style_rules",
        "One row once a server has run: the rules that the CSS of all blocks is compiled with",
        &[
            column("id", Kind::Big, "1"),
            column("digest", Kind::Bytes, "Hash of the rules"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (id)", "CHECK (id = 1)"],
    )
    .await?;
    // Exports read along them.
    index(tx, "contact_messages", "user_id").await?;
    let unused = column("unused_since", Kind::Big, "Unix ms when it was found that no ad uses it; none: one does").nullable();
    add_column(tx, "pictures", unused).await?;
    for shape in ["square", "horizontal"] {
        let sql = format!("CREATE INDEX ads_{shape}_hash ON ads ({shape}_hash) WHERE {shape}_hash IS NOT NULL");
        tx.run(&sql).await?;
    }
    Ok(())
}
