//! Push campaigns and push ads: what they have beside what all campaigns and ads have.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column, table, unique};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let push = "JSON of model::push::PushSettings of a push campaign; its lists are those of its only group too";
    add_column(tx, "campaigns", column("push", Kind::Text, push).nullable()).await?;
    let reason = "Why it was stopped: 1 by hand, 2 by a rule, 3 by staff; none while it is wanted";
    add_column(tx, "campaigns", column("stop_reason", Kind::Big, reason).nullable()).await?;
    table(
        tx,
        "push_ads",
        "What only push ads have; the rest stands in their rows of ads",
        &[
            column("ad_id", Kind::Big, "The ad").references("ads(id)"),
            column("uuid", Kind::Text, "Its outer name (UUIDv7)"),
            column("language", Kind::Text, "Two letters of the language that it is written in"),
            column("buttons", Kind::Text, "JSON array of model::push::PushButton"),
            column("stop_reason", Kind::Big, reason).nullable(),
        ],
        &["PRIMARY KEY (ad_id)"],
    )
    .await?;
    unique(tx, "push_ads", "uuid", "").await
}
