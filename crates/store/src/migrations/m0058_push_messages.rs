//! Push messages on their way: written before they are sent, so that none is lost or doubled.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, id, index, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "push_messages",
        "Messages to subscriptions, from before they are sent until some time after they were answered",
        &[
            id("The message"),
            column("subscription_id", Kind::Big, "To whom"),
            column("site_id", Kind::Big, "The site of the subscription"),
            column("ad_id", Kind::Big, "The ad that it carries"),
            column("token", Kind::Text, "The ad's token; empty once there is an answer"),
            column("state", Kind::Big, "1 waits, 2 is being sent, 3 was taken by the push service, 4 was given up, 5 has nobody any more"),
            column("attempts", Kind::Big, "How often it was sent"),
            column("not_before", Kind::Big, "Unix ms before which it is not sent again"),
            column("http_status", Kind::Big, "The push service's last answer; none where there was none").nullable(),
            column("answered_at", Kind::Big, "Unix ms of the answer that ended it").nullable(),
            column("created_at", Kind::Big, "Unix ms"),
        ],
        &[],
    )
    .await?;
    index(tx, "push_messages", "state, not_before").await?;
    index(tx, "push_messages", "created_at").await?;
    index(tx, "push_messages", "subscription_id, state").await
}
