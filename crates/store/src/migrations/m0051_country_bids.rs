//! Lowest bids by country are a setting, which people can change; nothing ever wrote the table.

use crate::conn::Tx;
use crate::error::Result;

pub(super) async fn up(tx: &Tx) -> Result<()> {
    tx.run("DROP TABLE min_bids").await
}
