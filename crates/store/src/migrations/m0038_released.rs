//! What tells the earnings of a day that were released from those that came behind them, and what days of statistics that
//! stayed as they were lacked.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let first = "The transaction that it began with; earlier earnings of the day were released";
    let first = column("first_transaction", Kind::Big, first);
    add_column(tx, "pending_earnings", first.nullable()).await?;
    let lacking = "Unix ms of the last clearing of the statistics at which it was not counted";
    let lacking = column("lacking_at", Kind::Big, lacking);
    add_column(tx, "set_aside_records", lacking.nullable()).await?;
    // When statistics were cleared last is not known here: what was not taken after all was not counted then.
    let sql = "UPDATE set_aside_records SET lacking_at = $1 WHERE consumer = 'facts' AND state <> 3";
    tx.execute(sql, [tx.now().0.into()]).await.map(drop)
}
