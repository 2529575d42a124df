//! How long pages and calls of the application take in people's browsers.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "client_traces",
        "How long pages and calls of the application take in browsers: counts by day, without who waited",
        &[
            column("day", Kind::Big, "The day, counted from 1970-01-01"),
            column("kind", Kind::Big, "1 a page loaded anew, 2 a page that the application goes to, 3 a call"),
            column("name", Kind::Text, "Path of the page or call, without ids and query"),
            column("bucket", Kind::Big, "Which durations: up to 25 ms times 2 to this power; the last has the rest"),
            column("reports", Kind::Big, "How many were reported"),
            column("sum_ms", Kind::Big, "Sum of their durations, in ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (day, kind, name, bucket)"],
    )
    .await
}
