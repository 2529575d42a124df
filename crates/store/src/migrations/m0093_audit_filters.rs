//! Changes of one kind, and those of some days, are found without going through the log of all.

use crate::conn::Tx;
use crate::error::Result;

pub(super) async fn up(tx: &Tx) -> Result<()> {
    tx.run("CREATE INDEX audit_log_action ON audit_log (action, id)").await?;
    tx.run("CREATE INDEX audit_log_at ON audit_log (at)").await
}
