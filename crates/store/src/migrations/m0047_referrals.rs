//! What people earn by bringing others: it waits for its day beside what they earn themselves, and is kept by brought user and day.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column, index, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let referral = column("referral", Kind::Big, "Micro-dollars by bringing others; below zero after voids");
    add_column(tx, "pending_earnings", referral.default("0")).await?;
    table(
        tx,
        "referral_earnings",
        "What who brought a user earned by that user on a UTC day",
        &[
            column("referred_id", Kind::Big, "The user who was brought"),
            column("day", Kind::Big, "UTC day of the clicks' append, days since 1970"),
            column("referrer_id", Kind::Big, "Who brought them"),
            column("amount", Kind::Big, "Micro-dollars of billed clicks"),
            column("clicks", Kind::Big, "Billed clicks"),
            column("voided", Kind::Big, "Micro-dollars taken back for clicks of this day"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (referred_id, day)"],
    )
    .await?;
    index(tx, "referral_earnings", "referrer_id, day").await?;
    index(tx, "money_terms", "referrer_id").await?;
    tx.run(FILL).await?;
    // Nothing of it was ever released: it comes with the next one.
    let today = i64::from(tx.now().day().0);
    let waiting = "INSERT INTO pending_earnings (day, webmaster_id, amount, referral, due_day, updated_by) \
        SELECT $1, user_id, 0, amount, $1, 'migration' FROM balances WHERE account = 5 AND amount <> 0 \
        ON CONFLICT (day, webmaster_id) DO UPDATE SET referral = excluded.referral";

    tx.execute(waiting, [today.into()]).await.map(drop)
}

/// Kinds 1 and from 3 on are clicks and voids; verdict 0 is a valid one.
const FILL: &str = "INSERT INTO referral_earnings (referred_id, day, referrer_id, amount, clicks, voided, updated_by) \
    SELECT user_id, clicked_at / 86400000, MAX(referrer_id), \
    CAST(SUM(CASE WHEN kind = 1 THEN amount ELSE 0 END) AS BIGINT), SUM(CASE WHEN kind = 1 THEN 1 ELSE 0 END), \
    CAST(SUM(CASE WHEN kind > 2 THEN -amount ELSE 0 END) AS BIGINT), 'migration' FROM ( \
    SELECT webmaster_id AS user_id, clicked_at, webmaster_referrer_id AS referrer_id, \
    webmaster_referrer_amount AS amount, kind FROM settlements \
    WHERE webmaster_referrer_id IS NOT NULL AND ((kind = 1 AND verdict = 0) OR kind > 2) UNION ALL \
    SELECT advertiser_id, clicked_at, advertiser_referrer_id, advertiser_referrer_amount, kind FROM settlements \
    WHERE advertiser_referrer_id IS NOT NULL AND ((kind = 1 AND verdict = 0) OR kind > 2)) s \
    GROUP BY user_id, clicked_at / 86400000";

#[cfg(test)]
mod tests {
    use super::FILL;
    use crate::testing::each_backend;
    use crate::{Conn, Priority, Tx, Value};
    use placard_model::time::DAY_MS;

    /// Kind, verdict, day, record, and what both referrers got: 8 who brought webmaster 2, and 9 who brought advertiser 1.
    async fn settle(tx: &Tx, [kind, verdict, day, record, of_webmaster, of_advertiser]: [i64; 6]) -> crate::Result<()> {
        let numbers = [
            ("kind", kind),
            ("record_ref", record),
            ("click_ref", record),
            ("clicked_at", day * DAY_MS + 5),
            ("settled_at", 0),
            ("verdict", verdict),
            ("advertiser_id", 1),
            ("campaign_id", 1),
            ("ad_id", 1),
            ("webmaster_id", 2),
            ("block_id", 1),
            ("cost", of_webmaster + of_advertiser),
            ("webmaster_amount", 0),
            ("webmaster_referrer_amount", of_webmaster),
            ("advertiser_referrer_amount", of_advertiser),
            ("network_amount", 0),
            ("share_bp", 0),
            ("referrer_bp", 500),
            ("webmaster_referrer_id", 8),
            ("served_version", 1),
        ];
        let row = crate::statement::Insert::into("settlements");
        let row = numbers.into_iter().fold(row, |row, (name, number)| row.set(name, number));
        let advertiser_referrer = (of_advertiser != 0).then_some(9);
        let row = row.set("advertiser_referrer_id", advertiser_referrer).set("served", Value::from(vec![0_u8]));
        row.run(tx).await.map(drop)
    }

    #[tokio::test]
    async fn what_was_earned_before_is_added_up() {
        each_backend(async |store, _clock| {
            let make = async |tx: &Tx| {
                for row in [
                    [1, 0, 3, 1, 50, 70],
                    [1, 0, 3, 2, 50, 0],
                    [1, 0, 4, 3, 50, 70],
                    // Not valid, a conversion, and a click that was taken back after its release.
                    [1, 20, 4, 4, 0, 0],
                    [2, 0, 4, 5, 0, 0],
                    [4, 30, 3, 1, -50, -70],
                ] {
                    settle(tx, row).await?;
                }
                tx.run(FILL).await
            };
            store.write("test_fill", Priority::Api, make).await.unwrap();
            let read = async |conn: &Conn| {
                let sql = "SELECT referred_id, day, referrer_id, amount, clicks, voided FROM referral_earnings \
                           ORDER BY referred_id, day";
                let rows = conn.rows(sql, []).await?;
                let columns = ["referred_id", "day", "referrer_id", "amount", "clicks", "voided"];
                rows.iter().map(|row| columns.into_iter().map(|name| row.get(name)).collect()).collect()
            };
            let kept: Vec<Vec<i64>> = store.read("test_kept", read).await.unwrap();
            assert_eq!(
                kept,
                [[1, 3, 9, 70, 1, 70], [1, 4, 9, 70, 1, 0], [2, 3, 8, 100, 2, 50], [2, 4, 8, 50, 1, 0]]
            );
        })
        .await;
    }
}
