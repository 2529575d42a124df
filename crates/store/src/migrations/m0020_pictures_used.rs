//! Whether an ad that was not deleted has a picture is told by an index of those alone.

use crate::conn::Tx;
use crate::error::Result;

pub(super) async fn up(tx: &Tx) -> Result<()> {
    for shape in ["square", "horizontal"] {
        let sql = format!(
            "CREATE INDEX ads_{shape}_used ON ads ({shape}_hash) WHERE {shape}_hash IS NOT NULL AND deleted_at IS NULL"
        );
        tx.run(&sql).await?;
    }
    Ok(())
}
