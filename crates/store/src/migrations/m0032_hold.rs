//! The day on which earnings become available, beside them: a setting says how long they wait, and may change.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column, index};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let due = column("due_day", Kind::Big, "UTC day on which it becomes available, days since 1970");
    add_column(tx, "pending_earnings", due.nullable()).await?;
    // All of them waited for a week until now.
    tx.run("UPDATE pending_earnings SET due_day = day + 7").await?;
    index(tx, "pending_earnings", "due_day, webmaster_id").await
}
