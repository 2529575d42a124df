//! Since when landing pages fail, and which answered lately: a page is dead only where others answered meanwhile. How many
//! messages subscriptions left unanswered: where nothing was sent, nobody could answer. How often there was no ad for them:
//! who waits for long is looked at more seldom.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let since = column("failing_since", Kind::Big, "Unix ms of the first of the attempts in a row that failed");
    add_column(tx, "link_checks", since.nullable()).await?;
    tx.run("UPDATE link_checks SET failing_since = checked_at WHERE failures > 0").await?;
    tx.run("CREATE INDEX link_checks_answered ON link_checks (checked_at) WHERE state = 2 AND failures = 0").await?;
    let unanswered = column("unanswered", Kind::Big, "Notifications in a row that were sent and not answered");
    add_column(tx, "push_subscriptions", unanswered.default("0")).await?;
    let in_vain = column("looks_in_vain", Kind::Big, "Looks in a row that found no ad");
    add_column(tx, "push_subscriptions", in_vain.default("0")).await
}
