//! Numbers of the payment systems and types that a network adds: those that come with the program stay below.

use crate::conn::Tx;
use crate::error::Result;

/// The last number of each table that is the program's.
const LAST: [(&str, i64); 2] = [("payment_systems", 999), ("payment_types", 999_999)];

pub(super) async fn up(tx: &Tx) -> Result<()> {
    for (table, last) in LAST {
        let sql = if tx.is_postgres() {
            format!("SELECT setval(pg_get_serial_sequence('{table}', 'id'), {last})")
        } else {
            format!("UPDATE sqlite_sequence SET seq = {last} WHERE name = '{table}'")
        };
        tx.run(&sql).await?;
    }
    Ok(())
}
