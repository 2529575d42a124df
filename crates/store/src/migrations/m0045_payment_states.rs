//! How far payments of deposits are, and disputes about payments that are not known yet.

use crate::codes::code;
use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let state = "1 waiting, 2 expired, 3 on its way, 4 failed, 5 paid; none: not told yet";
    add_column(tx, "deposit_payments", column("state", Kind::Big, state).nullable()).await?;
    let told = "Micro-dollars that went back in all, as the gateway said last";
    add_column(tx, "deposit_payments", column("returned_told", Kind::Big, told).default("0")).await?;
    tx.run("UPDATE deposit_payments SET state = 5 WHERE paid > 0 OR returned > 0").await?;
    table(
        tx,
        "unknown_disputes",
        "Disputes that were told before the payment that they are about",
        &[
            column("gateway", Kind::Text, "Who tells it"),
            column("payment_ref", Kind::Text, "The gateway's name of the payment"),
            column("dispute_ref", Kind::Text, "The gateway's name of the dispute"),
            column("disputed", Kind::Big, "Micro-dollars that it is about"),
            column("dispute_state", Kind::Big, "1 open, 2 won, 3 lost").nullable(),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (gateway, payment_ref)"],
    )
    .await?;
    // Those that nobody was to be asked about any more end with one more question.
    let sql = concat!(
        "UPDATE deposits SET next_ask_at = $1 WHERE next_ask_at IS NULL AND status_id = ",
        code!(deposit_pending)
    );
    tx.execute(sql, [tx.now().0.into()]).await.map(drop)
}
