//! What waits for staff, and since when: sites know it, and ads and sites that wait are found without reading those that do not.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let since = column("waits_since", Kind::Big, "Unix ms since when a moderator may decide on it, while it waits");
    add_column(tx, "sites", since.nullable()).await?;
    tx.run(
        "UPDATE sites SET waits_since = updated_at WHERE status_id = 1 \
         AND NOT (is_verification_required AND verification_state = 1)",
    )
    .await?;
    tx.run("CREATE INDEX sites_waiting ON sites (waits_since) WHERE status_id = 1 AND waits_since IS NOT NULL").await?;
    tx.run("CREATE INDEX ads_waiting ON ads (submitted_at) WHERE review = 2 AND deleted_at IS NULL AND archived_at IS NULL")
        .await?;
    tx.run(
        "CREATE INDEX ads_checks ON ads (submitted_at) \
         WHERE needs_check AND review <> 2 AND deleted_at IS NULL AND archived_at IS NULL",
    )
    .await
}
