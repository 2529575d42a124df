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
