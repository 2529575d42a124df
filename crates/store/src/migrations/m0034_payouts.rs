//! Wallets, payouts, and auto-payment.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column, id, index, table, unique};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    wallets(tx).await?;
    payouts(tx).await?;
    auto_payment(tx).await
}

async fn wallets(tx: &Tx) -> Result<()> {
    table(
        tx,
        "wallets",
        "Where webmasters are paid to",
        &[
            id("The wallet"),
            column("user_id", Kind::Big, "Whose").references("users(id)"),
            column("payment_type_id", Kind::Big, "By which it is paid to").references("payment_types(id)"),
            column("number", Kind::Text, "Its address, or what the payment system calls the account"),
            column("folded_number", Kind::Text, "The number as it is compared with others"),
            column("status_id", Kind::Big, "1 waiting, 2 approved, 3 rejected, 4 deleted"),
            column("is_primary", Kind::Flag, "Is paid to where no wallet is named").default("FALSE"),
            column("comment", Kind::Text, "Why it was refused; told to its owner").default("''"),
            column("usable_at", Kind::Big, "Unix ms: is not paid to before"),
            column("decided_by", Kind::Big, "Who approved or refused it; none: nobody yet, or its owner is trusted")
                .nullable(),
            column("decided_at", Kind::Big, "Unix ms of that").nullable(),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &[],
    )
    .await?;
    unique(tx, "wallets", "user_id, payment_type_id, folded_number", "WHERE status_id < 4").await?;
    unique(tx, "wallets", "user_id", "WHERE is_primary").await?;
    index(tx, "wallets", "user_id, id").await?;
    index(tx, "wallets", "status_id, id").await?;
    index(tx, "wallets", "folded_number").await?;
    table(
        tx,
        "denied_addresses",
        "Addresses that are not paid to",
        &[
            id("The entry"),
            column("folded_number", Kind::Text, "The address as it is compared with wallets"),
            column("note", Kind::Text, "Why, for the records of the network"),
            column("created_by", Kind::Big, "Who put it here").nullable(),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["UNIQUE (folded_number)"],
    )
    .await
}

async fn payouts(tx: &Tx) -> Result<()> {
    table(
        tx,
        "payouts",
        "Payments to webmasters, from their requests on",
        &[
            id("The payout"),
            column("user_id", Kind::Big, "Who is paid"),
            column("wallet_id", Kind::Big, "Where to").references("wallets(id)"),
            column("payment_type_id", Kind::Big, "By which").references("payment_types(id)"),
            column("number", Kind::Text, "The wallet's number at the request"),
            column("amount", Kind::Big, "Micro-dollars that leave the webmaster's balance"),
            column("fee", Kind::Big, "Micro-dollars of these that are the fee"),
            column("currency_id", Kind::Big, "What is paid in").references("currencies(id)"),
            column("rate", Kind::Big, "Nano-dollars of one unit of the currency at the request"),
            column("payable", Kind::Big, "Millionths of a unit of the currency that are sent"),
            column("status_id", Kind::Big, "1 requested, 2 approved, 3 paid, 4 rejected, 5 cancelled"),
            column("auto_monday", Kind::Big, "UTC Monday of auto-payment, days since 1970; none: asked for by hand")
                .nullable(),
            column("comment", Kind::Text, "Why it was rejected; told to the webmaster").default("''"),
            column("transaction_hash", Kind::Text, "What the payment system calls the payment").default("''"),
            column("approved_by", Kind::Big, "Who approved it").nullable(),
            column("approved_at", Kind::Big, "Unix ms of that").nullable(),
            column("closed_by", Kind::Big, "Who paid, rejected or cancelled it").nullable(),
            column("closed_at", Kind::Big, "Unix ms of that").nullable(),
            column("is_single_control", Kind::Flag, "One person approved and paid it").default("FALSE"),
            column("request_transaction", Kind::Big, "The transaction that set the money aside")
                .nullable()
                .references("transactions(id)"),
            column("end_transaction", Kind::Big, "The transaction that paid it or gave it back")
                .nullable()
                .references("transactions(id)"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &[],
    )
    .await?;
    // One that is open at a time, whoever asks at once.
    unique(tx, "payouts", "user_id", "WHERE status_id < 3").await?;
    unique(tx, "payouts", "user_id, auto_monday", "WHERE auto_monday IS NOT NULL").await?;
    unique(tx, "payouts", "request_transaction", "").await?;
    unique(tx, "payouts", "end_transaction", "").await?;
    index(tx, "payouts", "user_id, id").await?;
    index(tx, "payouts", "status_id, id").await?;
    index(tx, "payouts", "wallet_id").await
}

async fn auto_payment(tx: &Tx) -> Result<()> {
    table(
        tx,
        "auto_payouts",
        "Mondays of auto-payment that were decided on, each once for a webmaster",
        &[
            column("user_id", Kind::Big, "The webmaster"),
            column("monday", Kind::Big, "UTC day, days since 1970"),
            column("payout_id", Kind::Big, "What was made; none: nothing").nullable().references("payouts(id)"),
            column("note", Kind::Text, "Why nothing was made, in words"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (user_id, monday)"],
    )
    .await?;
    let since = column("auto_payment_at", Kind::Big, "Unix ms at which auto-payment was switched on; none: it is off");
    add_column(tx, "users", since.nullable()).await?;
    index(tx, "users", "auto_payment_at").await
}
