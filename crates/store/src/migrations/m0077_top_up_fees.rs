//! What who tops up pays beside the amount, as people read it. The whole amount is credited: what gateways take of it is the
//! network's.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let note = "What a top-up costs its payer beside the amount, in words; empty: nothing";
    add_column(tx, "payment_types", column("fee_note", Kind::Text, note).default("''")).await?;
    tx.run("UPDATE payment_types SET fee_note = 'What your bank takes' WHERE id = 1001").await?;
    tx.run("UPDATE payment_types SET fee_note = 'What the coin''s network takes' WHERE id = 6001").await
}
