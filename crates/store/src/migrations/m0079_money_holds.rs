//! Payouts that staff hold back, and the earnings of sites that they hold back.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column, index, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let reason = column("held_reason", Kind::Text, "Why staff hold it back; empty while they do not");
    add_column(tx, "payouts", reason.default("''")).await?;
    let reason =
        column("earnings_held_reason", Kind::Text, "Why staff hold its earnings back; empty while they do not");
    add_column(tx, "sites", reason.default("''")).await?;
    let since = column("earnings_held_at", Kind::Big, "Unix ms since when they do");
    add_column(tx, "sites", since.nullable()).await?;
    table(
        tx,
        "held_earnings",
        "What of webmasters' pending accounts was due and is held back, by site and day of the clicks",
        &[
            column("site_id", Kind::Big, "The site that earned it").references("sites(id)"),
            column("day", Kind::Big, "Effective UTC day, days since 1970"),
            column("webmaster_id", Kind::Big, "The webmaster"),
            column("amount", Kind::Big, "Micro-dollars; below zero when more was taken back"),
            column("first_transaction", Kind::Big, "The transaction that it began with; none: with the day").nullable(),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (site_id, day)"],
    )
    .await?;
    index(tx, "held_earnings", "webmaster_id").await
}
