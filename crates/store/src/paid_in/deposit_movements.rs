//! Which transactions belong to deposits.

use crate::conn::Tx;
use crate::error::Result;
use crate::statement::Insert;

/// Notes that a transaction belongs to a deposit.
pub(crate) async fn link(tx: &Tx, deposit: i64, transaction: i64) -> Result<()> {
    let row = Insert::into("deposit_movements").set("transaction_id", transaction).set("deposit_id", deposit);
    row.run(tx).await.map(drop)
}
