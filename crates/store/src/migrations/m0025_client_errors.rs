//! Errors of the application in people's browsers.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, id, index, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "client_errors",
        "Errors of the application in browsers: a row for each kind, without who met it",
        &[
            id("The kind of error"),
            column("fingerprint", Kind::Bytes, "Hash of the message and the innermost function"),
            column("message", Kind::Text, "What the error says, without digits, addresses and what stood in quotes"),
            column("stack", Kind::Text, "Functions and places in the application's files, the innermost first"),
            column("page", Kind::Text, "Path of the page of the latest report, without ids and query"),
            column("build", Kind::Text, "Build of the application of the latest report"),
            column("user_agent", Kind::Text, "Browser of the latest report"),
            column("reports", Kind::Big, "How often it was reported"),
            column("first_at", Kind::Big, "Unix ms of the first report"),
            column("last_at", Kind::Big, "Unix ms of the latest report"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["UNIQUE (fingerprint)"],
    )
    .await?;
    index(tx, "client_errors", "last_at").await
}
