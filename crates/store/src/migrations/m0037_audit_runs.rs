//! What nightly audits found, and the way to postings by the day on which they were made.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, index, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "audit_runs",
        "Audits of everything that the program made by itself, one a night",
        &[
            column("day", Kind::Big, "UTC day on which it began, days since 1970"),
            column("started_at", Kind::Big, "Unix ms"),
            column("took_ms", Kind::Big, "How long it took"),
            column("differences", Kind::Big, "How many it found; 0: everything adds up"),
            column("report", Kind::Text, "What it says, as text"),
        ],
        &["PRIMARY KEY (day)"],
    )
    .await?;
    index(tx, "postings", "posted_day, account").await?;
    index(tx, "transactions", "created_at").await
}
