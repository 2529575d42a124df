//! What keeps an approved ad from running beside its owner's wish, and ads whose page is looked at before they are
//! shown to a moderator.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let halts = column("halts", Kind::Big, "What stops it: 1 a rule, 2 a landing page that does not answer; added up");
    add_column(tx, "ads", halts.default("0")).await?;
    let processing = column("processing_until", Kind::Big, "Unix ms until which its landing page is looked at first");
    add_column(tx, "ads", processing.nullable()).await?;
    let indexes = [
        "DROP INDEX ads_listed",
        // All that a list of ads asks about, so that it reads no ad but those of the page.
        "CREATE INDEX ads_listed ON ads (advertiser_id, deleted_at, group_id, archived_at, review, wanted, halts, \
         lock_until, processing_until, lowest_bid, formats, folded_title)",
        "DROP INDEX ads_ready",
        "CREATE INDEX ads_ready ON ads (campaign_id, group_id) \
         WHERE review = 5 AND wanted AND halts = 0 AND deleted_at IS NULL AND archived_at IS NULL",
    ];
    for sql in indexes {
        tx.run(sql).await?;
    }
    Ok(())
}
