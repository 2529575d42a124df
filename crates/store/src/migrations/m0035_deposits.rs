//! Money that advertisers pay in.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, id, index, table, unique};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "deposits",
        "Money that advertisers pay in, or want to",
        &[
            id("The deposit"),
            column("advertiser_id", Kind::Big, "Whose").references("users(id)"),
            column("order_ref", Kind::Text, "Our name of it at the gateway: nobody can guess it"),
            column("gateway", Kind::Text, "Who takes the money: invoice, stripe, nowpayments, sandbox"),
            column("payment_system_id", Kind::Big, "The payment system of the dictionary"),
            column("payment_type_id", Kind::Big, "The payment type of the dictionary").nullable(),
            column("status_id", Kind::Big, "1 pending, 2 settled, 3 expired, 4 failed, 5 partly paid"),
            column("amount", Kind::Big, "Micro-dollars that were asked for"),
            column("credited", Kind::Big, "Micro-dollars that came in").default("0"),
            column("taken", Kind::Big, "Micro-dollars of these that went back").default("0"),
            column("gateway_ref", Kind::Text, "The gateway's name of what it made").default("''"),
            column("page", Kind::Text, "Where to pay; empty while it is being made").default("''"),
            column("invoice_number", Kind::Big, "Number of the invoice, for bank transfers").nullable(),
            column("receipt_number", Kind::Big, "Number of the receipt, once something came in").nullable(),
            column("confirm_amount", Kind::Big, "Micro-dollars that the first of two persons confirmed").nullable(),
            column("confirm_by", Kind::Big, "The first of two persons").nullable().references("users(id)"),
            column("expires_at", Kind::Big, "Unix ms of the end of its time"),
            column("next_ask_at", Kind::Big, "Unix ms of the next question to the gateway; none: no more").nullable(),
            column("processed_at", Kind::Big, "Unix ms of the last movement of money").nullable(),
            column("version", Kind::Big, "Grows with each change").default("1"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["UNIQUE (order_ref)"],
    )
    .await?;
    index(tx, "deposits", "advertiser_id, id").await?;
    index(tx, "deposits", "status_id, id").await?;
    index(tx, "deposits", "next_ask_at").await?;
    unique(tx, "deposits", "invoice_number", "WHERE invoice_number IS NOT NULL").await?;
    unique(tx, "deposits", "receipt_number", "WHERE receipt_number IS NOT NULL").await?;
    table(
        tx,
        "deposit_payments",
        "Payments of deposits as gateways report them, and what was booked of them",
        &[
            column("gateway", Kind::Text, "Who reports it"),
            column("payment_ref", Kind::Text, "The gateway's name of it"),
            column("deposit_id", Kind::Big, "The deposit").references("deposits(id)"),
            column("paid", Kind::Big, "Micro-dollars that came in, as reported at most"),
            column("returned", Kind::Big, "Micro-dollars that went back, as reported at most"),
            column("dispute_ref", Kind::Text, "The gateway's name of a dispute; empty: none"),
            column("disputed", Kind::Big, "Micro-dollars that it is about"),
            column("dispute_state", Kind::Big, "1 open, 2 won, 3 lost").nullable(),
            column("credited", Kind::Big, "Micro-dollars booked as having come in"),
            column("taken", Kind::Big, "Micro-dollars booked as having gone back"),
            column("bad_debt", Kind::Big, "Micro-dollars of these that nobody could be asked for"),
            column("changes", Kind::Big, "Times that something was taken back or given again"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (gateway, payment_ref)"],
    )
    .await?;
    index(tx, "deposit_payments", "deposit_id").await?;
    table(
        tx,
        "deposit_movements",
        "Which transactions belong to deposits",
        &[
            column("transaction_id", Kind::Big, "The transaction").references("transactions(id)"),
            column("deposit_id", Kind::Big, "The deposit").references("deposits(id)"),
        ],
        &["PRIMARY KEY (transaction_id)"],
    )
    .await?;
    index(tx, "deposit_movements", "deposit_id").await?;
    table(
        tx,
        "payment_messages",
        "What staff should look at of payments: one row for the same thing, however often it happens",
        &[
            id("The message"),
            column("gateway", Kind::Text, "The gateway"),
            column("kind", Kind::Text, "What happened"),
            column("deposit_id", Kind::Big, "The deposit; 0: none that is known"),
            column("payment_ref", Kind::Text, "The gateway's name of the payment; may be empty"),
            column("text", Kind::Text, "What was said the last time"),
            column("times", Kind::Big, "How often it happened since it was looked at"),
            column("created_at", Kind::Big, "Unix ms of the first time"),
            column("seen_at", Kind::Big, "Unix ms of when staff looked at it; none: not yet").nullable(),
            column("updated_at", Kind::Big, "Unix ms of the last time"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["UNIQUE (gateway, kind, deposit_id, payment_ref)"],
    )
    .await?;
    index(tx, "payment_messages", "seen_at, id").await?;
    table(
        tx,
        "payment_gateways",
        "How payment gateways are reached",
        &[
            column("name", Kind::Text, "The gateway"),
            column("access", Kind::Bytes, "Its address, our key and its secret, encrypted"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (name)"],
    )
    .await
}
