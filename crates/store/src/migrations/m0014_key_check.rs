//! By what a server recognises the master key with which the rows were encrypted and the tokens signed.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "key_check",
        "One row once a server has run: the master key that belongs to this database",
        &[
            column("id", Kind::Big, "1"),
            column("digest", Kind::Bytes, "Derived from the master key, which cannot be told from it"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (id)", "CHECK (id = 1)"],
    )
    .await
}
