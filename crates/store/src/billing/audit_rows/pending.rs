//! What is wrong with earnings that wait for their day.

use super::{Mismatch, mismatches};
use crate::codes::code;
use crate::conn::Conn;
use crate::error::Result;
use placard_model::{Day, UserId};

/// Users whose pending accounts, that of earnings or that of referrals, are not what waits for its day and what staff hold back, in
/// micro-dollars; at most `limit`.
pub async fn wrong_pending(conn: &Conn, limit: u32) -> Result<Vec<Mismatch>> {
    let sql = format!(
        "SELECT user_id AS subject, CAST(SUM(held) AS BIGINT) AS expected, CAST(SUM(kept) AS BIGINT) AS found FROM ( \
         SELECT account, user_id, amount AS held, 0 AS kept FROM balances WHERE account IN ({own}, {referral}) UNION ALL \
         SELECT {own}, webmaster_id, 0, amount FROM pending_earnings UNION ALL \
         SELECT {own}, webmaster_id, 0, amount FROM held_earnings UNION ALL \
         SELECT {referral}, webmaster_id, 0, referral FROM pending_earnings) x \
         GROUP BY account, user_id HAVING SUM(held) <> SUM(kept) ORDER BY user_id LIMIT $1",
        own = code!(webmaster_pending),
        referral = code!(referral)
    );
    mismatches(conn, &sql, limit).await
}

/// Earnings that are held back without a hold of their site, or on a site of somebody else, which nothing would ever let go: by
/// site, in micro-dollars; at most `limit`.
pub async fn held_without_hold(conn: &Conn, limit: u32) -> Result<Vec<Mismatch>> {
    let sql = "SELECT h.site_id AS subject, CAST(0 AS BIGINT) AS expected, CAST(SUM(h.amount) AS BIGINT) AS found \
               FROM held_earnings h LEFT JOIN sites s ON s.id = h.site_id AND s.webmaster_id = h.webmaster_id \
               AND s.earnings_held_reason <> '' WHERE s.id IS NULL GROUP BY h.site_id ORDER BY h.site_id LIMIT $1";
    mismatches(conn, sql, limit).await
}

/// Earnings that wait and never come, or should have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overdue {
    /// Whose.
    pub webmaster: UserId,
    /// The day of the clicks.
    pub day: Day,
    /// When they were due; none where nothing says so.
    pub due: Option<Day>,
}

/// Earnings without a day on which they are due, and those that were due before a day and were there when it began; at most
/// `limit`.
pub async fn overdue(conn: &Conn, before: Day, limit: u32) -> Result<Vec<Overdue>> {
    let sql = format!(
        "SELECT webmaster_id, day, due_day FROM pending_earnings p WHERE due_day IS NULL OR (due_day < $1 \
         AND COALESCE((SELECT t.created_at FROM transactions t WHERE t.id = p.first_transaction), 0) < $2) \
         ORDER BY day, webmaster_id LIMIT {limit}"
    );
    let rows = conn.rows(&sql, [i64::from(before.0).into(), before.start().0.into()]).await?;
    rows.iter()
        .map(|row| {
            let due = row.get::<Option<i64>>("due_day")?.map(|due| Day(due as i32));
            Ok(Overdue { webmaster: UserId(row.get("webmaster_id")?), day: Day(row.get::<i64>("day")? as i32), due })
        })
        .collect()
}
