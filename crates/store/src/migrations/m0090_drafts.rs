//! What is stored of ads that their owners keep as drafts: a review of its own.

use crate::conn::Tx;
use crate::error::Result;

pub(super) async fn up(tx: &Tx) -> Result<()> {
    if tx.is_postgres() {
        let sql = "COMMENT ON COLUMN ads.review IS '1 processing, 2 waiting, 3 rejected, 4 draft, 5 approved'";
        tx.run(sql).await?;
    }
    Ok(())
}
