//! What rules ask for, by rule: the list of rules counts it, and few of many entries are so.

use crate::conn::Tx;
use crate::error::Result;

pub(super) async fn up(tx: &Tx) -> Result<()> {
    tx.run("CREATE INDEX rule_actions_asked ON rule_actions (rule_id) WHERE state = 3").await
}
