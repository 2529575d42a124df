//! Clicks that staff took back, until billing has done so.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, id, index, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "voids",
        "Decisions to take clicks back: each leads to events in the log, by which billing does so",
        &[
            id("The void"),
            column("user_id", Kind::Big, "Who decided").references("users(id)"),
            column("reason", Kind::Text, "Why"),
            column("chosen", Kind::Text, "How the clicks were chosen, as JSON"),
            column("clicks", Kind::Big, "Clicks that were chosen"),
            column("cost", Kind::Big, "Micro-dollars that these had cost"),
            column("state", Kind::Big, "1 waiting, 2 in the log, 3 applied"),
            column("logged_ref", Kind::Big, "Place of its last event in the log").nullable(),
            column("logged_at", Kind::Big, "Unix ms of that event's append").nullable(),
            column("voided_clicks", Kind::Big, "Clicks that were taken back, once applied").nullable(),
            column("voided_cost", Kind::Big, "Micro-dollars that were given back, once applied").nullable(),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &[],
    )
    .await?;
    index(tx, "voids", "state, id").await?;
    table(
        tx,
        "void_clicks",
        "The clicks of voids that are not applied yet",
        &[
            column("void_id", Kind::Big, "The void").references("voids(id)"),
            column("click_ref", Kind::Big, "Place of the click in the log"),
        ],
        &["PRIMARY KEY (void_id, click_ref)"],
    )
    .await?;
    index(tx, "void_clicks", "click_ref").await
}
