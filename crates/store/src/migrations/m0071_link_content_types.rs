//! What landing pages say they are: one that is an archive or a picture answers, and is no page all the same.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let kind = column("content_type", Kind::Text, "What the page says it is, as text/html; empty when it does not say");
    add_column(tx, "link_checks", kind.default("''")).await
}
