//! Settings that were changed, and the rate of referrers beside each settlement.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "settings",
        "Settings that were ever changed; what is not here has its default",
        &[
            column("name", Kind::Text, "Section and field: bids.default_bid"),
            column("value", Kind::Text, "As the setting writes it; none: its default").nullable(),
            column("version", Kind::Big, "Grows with each change, from 1"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (name)"],
    )
    .await?;
    // Until now every click was divided with this rate.
    let rate = column("referrer_bp", Kind::Big, "Share of each referrer of the network's part, in basis points");
    add_column(tx, "settlements", rate.default("500")).await
}
