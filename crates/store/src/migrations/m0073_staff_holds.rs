//! What the owner of a campaign reads while staff hold it.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let reason = column("staff_reason", Kind::Text, "Why staff paused or declined it; empty while they do neither");
    add_column(tx, "campaigns", reason.default("''")).await
}
