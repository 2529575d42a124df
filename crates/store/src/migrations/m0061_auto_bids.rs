//! Bids that follow what clicks bring.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "ad_auto_bids",
        "What bids of ads follow; ads without a row are bid for by hand",
        &[
            column("ad_id", Kind::Big, "The ad").references("ads(id)"),
            column("epc_coefficient", Kind::Big, "Multiplies the earnings per click, millionths").nullable(),
            column("epc_max", Kind::Big, "The most by earnings, micro-dollars").nullable(),
            column("lead_cost", Kind::Big, "What a lead is meant to cost, micro-dollars").nullable(),
            column("bid_floor", Kind::Big, "The least by the cost of a lead, micro-dollars").nullable(),
            column("bid_ceiling", Kind::Big, "The most by the cost of a lead, micro-dollars").nullable(),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (ad_id)"],
    )
    .await
}
