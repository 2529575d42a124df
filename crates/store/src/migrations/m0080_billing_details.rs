//! To whom documents are made out, and both sides of each document as they were when it was made.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "billing_details",
        "To whom invoices, receipts and statements of a user are made out",
        &[
            column("user_id", Kind::Big, "The user").references("users(id)"),
            column("company", Kind::Text, "The company; empty: the user by name"),
            column("country", Kind::Text, "Where it is, ISO 3166-1 alpha-2; empty: not told"),
            column("vat_number", Kind::Text, "Its VAT or tax number; empty: not told"),
            column("address", Kind::Text, "Street and town; empty: not told"),
            column("email", Kind::Text, "Where invoices are mailed to as well; empty: nowhere"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (user_id)"],
    )
    .await?;
    let invoice = "JSON of both sides as the invoice names them; empty: as they are now";
    add_column(tx, "deposits", column("invoice_parties", Kind::Text, invoice).default("''")).await?;
    let receipt = "JSON of both sides as the receipt names them; empty: as they are now";
    add_column(tx, "deposits", column("receipt_parties", Kind::Text, receipt).default("''")).await
}
