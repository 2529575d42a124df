//! Labels of campaigns, and what lists sort by: the target stands in their index.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let marks = "The owner's labels: a JSON list of texts";
    add_column(tx, "campaigns", column("marks", Kind::Text, marks).default("'[]'")).await?;
    let folded = "The labels in small letters, each between two line breaks, for lists; empty when there are none";
    add_column(tx, "campaigns", column("folded_marks", Kind::Text, folded).default("''")).await?;
    tx.run("DROP INDEX campaigns_listed").await?;
    tx.run(
        "CREATE INDEX campaigns_listed ON campaigns (advertiser_id, deleted_at, campaign_type, archived_at, declined, \
         approved_once, paused_by_staff, paused_by_rule, wanted, daily_limit, total_limit, schedule, folded_name, target)",
    )
    .await
}
