//! Ads of both kinds take their numbers from one table; served ads say in which form they are stored; conversions tell
//! their goal and transaction.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column, id, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let version = column("served_version", Kind::Big, "Version of the event schema by which the served ad is read");
    add_column(tx, "settlements", version.default("2")).await?;
    let goal = column("goal", Kind::Text, "Conversion: what the visitor did, in the tracker's words");
    let transaction = column("advertiser_transaction_id", Kind::Text, "Conversion: the advertiser's transaction");
    add_column(tx, "settlements", goal.nullable()).await?;
    add_column(tx, "settlements", transaction.nullable()).await?;
    add_column(tx, "conversions", goal.default("''")).await?;
    add_column(tx, "conversions", transaction.default("''")).await?;
    ad_numbers(tx).await
}

async fn ad_numbers(tx: &Tx) -> Result<()> {
    table(
        tx,
        "ad_numbers",
        "The numbers of all ads, native and push: each is given once",
        &[id("Number of the ad"), column("campaign_type", Kind::Big, "Whose it is: 1 native, 2 push")],
        &[],
    )
    .await?;
    tx.run("INSERT INTO ad_numbers (id, campaign_type) SELECT id, 1 FROM ads").await?;
    // The next number follows the last that was ever given, also where no row has it any more.
    tx.run(if tx.is_postgres() {
        "SELECT setval(pg_get_serial_sequence('ad_numbers', 'id'), \
         nextval(pg_get_serial_sequence('ads', 'id')), FALSE)"
    } else {
        "INSERT INTO sqlite_sequence (name, seq) SELECT 'ad_numbers', seq FROM sqlite_sequence WHERE name = 'ads' \
         AND NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'ad_numbers'); \
         UPDATE sqlite_sequence SET seq = (SELECT MAX(s.seq) FROM sqlite_sequence s \
         WHERE s.name IN ('ads', 'ad_numbers')) WHERE name = 'ad_numbers'"
    })
    .await
}
