//! Who waits for a look at a landing page, so that nobody keeps the others from theirs.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column, index};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    add_column(tx, "link_checks", column("asked_by", Kind::Big, "Who waits for a look, or did last").nullable())
        .await?;
    index(tx, "link_checks", "asked_by, next_at").await?;
    index(tx, "link_checks", "host_key, next_at").await
}
