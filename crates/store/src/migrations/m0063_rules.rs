//! Rules of advertisers, and what they did.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, id, index, table, unique};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "rules",
        "What advertisers have done to their campaigns by themselves",
        &[
            id("The rule"),
            column("advertiser_id", Kind::Big, "Whose"),
            column("name", Kind::Text, "Name"),
            column("settings", Kind::Text, "JSON: what it looks at, when it acts, what it does"),
            column("is_on", Kind::Flag, "It runs"),
            column("on_since", Kind::Big, "Unix ms at which it was switched on").nullable(),
            column("next_at", Kind::Big, "Unix ms at which it is looked at next"),
            column("last_run_at", Kind::Big, "Unix ms at which it was looked at last").nullable(),
            column("version", Kind::Big, "Grows with each change").default("1"),
            column("deleted_at", Kind::Big, "Unix ms; what it did keeps its name").nullable(),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &[],
    )
    .await?;
    index(tx, "rules", "advertiser_id, id").await?;
    index(tx, "rules", "is_on, next_at").await?;
    table(
        tx,
        "rule_actions",
        "What rules did, or ask for",
        &[
            id("The action"),
            column("rule_id", Kind::Big, "The rule"),
            column("rule_name", Kind::Text, "What it was called then"),
            column("advertiser_id", Kind::Big, "Whose"),
            column("campaign_id", Kind::Big, "In which campaign"),
            column("campaign_name", Kind::Text, "What that was called then"),
            column("subject", Kind::Big, "What it was done to: 1 site, 2 block, 3 ad, 4 group, 5 campaign"),
            column("subject_id", Kind::Big, "Its number"),
            column("subject_name", Kind::Text, "What it was called then"),
            column("kind", Kind::Big, "What was done"),
            column("state", Kind::Big, "1 done, 2 undone, 3 waits for its owner's word, 4 declined"),
            column("change", Kind::Text, "JSON: what was before and after"),
            column("sums", Kind::Text, "JSON: the figures that it saw"),
            column("why", Kind::Text, "The same in words"),
            column("hour", Kind::Big, "The UTC hour since 1970-01-01T00 in which it was decided"),
            column("at", Kind::Big, "Unix ms"),
            column("decided_at", Kind::Big, "Unix ms at which its owner said yes or no, or took it back").nullable(),
            column("decided_by", Kind::Big, "Who did").nullable(),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &[],
    )
    .await?;
    // However often an hour is looked at, a rule acts on a thing once.
    unique(tx, "rule_actions", "rule_id, campaign_id, subject, subject_id, hour", "").await?;
    index(tx, "rule_actions", "advertiser_id, id").await?;
    index(tx, "rule_actions", "rule_id, at").await?;
    index(tx, "rule_actions", "subject, subject_id, id").await?;
    index(tx, "rule_actions", "at").await
}
