//! Where on a page the ads of a block stand.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    for column in [
        column("placement", Kind::Big, "0: where the code is; 1: a bar at the lower edge; 2: between paragraphs")
            .default("0"),
        column("article_paragraphs", Kind::Big, "Paragraphs between two ads in an article; 0: another placement")
            .default("0"),
    ] {
        add_column(tx, "blocks", column).await?;
    }
    Ok(())
}
