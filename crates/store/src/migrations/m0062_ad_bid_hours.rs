//! What automatic bids were, hour by hour, and why.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, index, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "ad_bid_hours",
        "What automatic bids were at the end of each hour, and why",
        &[
            column("ad_id", Kind::Big, "The ad"),
            column("hour", Kind::Big, "UTC hour since 1970-01-01T00"),
            column("bid", Kind::Big, "Micro-dollars"),
            column("why", Kind::Text, "The reason, by its name"),
            column("clicks", Kind::Big, "Valid clicks of the window"),
            column("leads", Kind::Big, "Approved leads of the window"),
            column("worth", Kind::Big, "What they are worth, micro-dollars"),
            column("spent", Kind::Big, "What the clicks cost, micro-dollars"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (ad_id, hour)"],
    )
    .await?;
    index(tx, "ad_bid_hours", "hour").await
}
