//! Automatic top-up: ways to pay that are kept, and when to pay by them.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column, index, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "auto_top_ups",
        "The way to pay that a gateway keeps for an advertiser, and when to pay how much by it",
        &[
            column("advertiser_id", Kind::Big, "Whose"),
            column("gateway", Kind::Text, "Who keeps it"),
            column("payment_system_id", Kind::Big, "The payment system"),
            column("customer_ref", Kind::Text, "The gateway's name of who pays"),
            column("method_ref", Kind::Text, "The gateway's name of the way to pay"),
            column("method_name", Kind::Text, "What its owner knows it by"),
            column("kept_at", Kind::Big, "Unix ms since which it is kept"),
            column("is_on", Kind::Flag, "It pays"),
            column("threshold", Kind::Big, "Micro-dollars: a balance below is low"),
            column("amount", Kind::Big, "Micro-dollars that are paid then"),
            column("month_max", Kind::Big, "Micro-dollars that are paid in a calendar month at most"),
            column("failures", Kind::Big, "Refusals in a row"),
            column("next_at", Kind::Big, "Unix ms before which nothing is paid"),
            column("note", Kind::Text, "Why it was switched off or waits; empty when it does not"),
            column("version", Kind::Big, "Grows with each change").default("1"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (advertiser_id)"],
    )
    .await?;
    index(tx, "auto_top_ups", "is_on, next_at").await?;
    let wish = column("method_wish", Kind::Big, "Whether to keep what it is paid with: 0 no, 1 yes, 2 done");
    add_column(tx, "deposits", wish.default("0")).await?;
    let automatic = column("is_automatic", Kind::Flag, "Made by automatic top-up");
    add_column(tx, "deposits", automatic.default("FALSE")).await?;
    index(tx, "deposits", "method_wish, status_id, updated_at").await?;
    index(tx, "deposits", "is_automatic, status_id, updated_at").await?;
    index(tx, "deposits", "advertiser_id, is_automatic, created_at").await
}
