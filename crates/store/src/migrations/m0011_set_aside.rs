//! Records that a feed could not digest, and earnings by the day on which they become available.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, id, index, table, unique};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "set_aside_records",
        "Records that a feed could not digest and went past; kept for good, since the log is read again without them",
        &[
            id("Number of the row"),
            column("consumer", Kind::Text, "The feed"),
            column("source", Kind::Big, "1 event log, 2 settlements"),
            column("record_ref", Kind::Big, "Place of the record in the log, or number of the settlement"),
            column("what", Kind::Text, "What it is: click, show, postback, ...; unreadable where that is not known"),
            column("appended_at", Kind::Big, "Unix ms of the record's append"),
            column("reason", Kind::Text, "Why it was not digested"),
            column("tries", Kind::Big, "How often it was tried"),
            column("state", Kind::Big, "1 set aside, 2 to be tried again, 3 taken after all, 4 given up"),
            column("enters_at", Kind::Bytes, "Taken after all: position before which the record came again, opaque")
                .nullable(),
            column("first_at", Kind::Big, "Unix ms of the first time it was set aside"),
            column("last_at", Kind::Big, "Unix ms of the last change"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &[],
    )
    .await?;
    unique(tx, "set_aside_records", "consumer, source, record_ref", "").await?;
    index(tx, "set_aside_records", "state").await?;
    table(
        tx,
        "pending_earnings",
        "What webmasters' pending accounts hold by the day of the clicks, until it is released: a release reads no more",
        &[
            column("day", Kind::Big, "Effective UTC day, days since 1970"),
            column("webmaster_id", Kind::Big, "The webmaster"),
            column("amount", Kind::Big, "Micro-dollars; below zero after voids"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (day, webmaster_id)"],
    )
    .await?;
    tx.run(FILL).await
}

/// What was released stands on the day of its last release as the negative sum of all days up to it: the days of a
/// webmaster up to there are one row, and none where they come to nothing.
const FILL: &str = "INSERT INTO pending_earnings (day, webmaster_id, amount, updated_by) \
    SELECT day, user_id, CAST(SUM(amount) AS BIGINT), 'migration' FROM ( \
    SELECT p.user_id, p.amount, CASE WHEN p.day < COALESCE(r.last_day, p.day) THEN r.last_day ELSE p.day END AS day \
    FROM postings p LEFT JOIN (SELECT q.user_id, MAX(q.day) AS last_day FROM postings q \
    JOIN transactions t ON t.id = q.transaction_id WHERE t.operation_type = 20 AND q.account = 2 \
    GROUP BY q.user_id) r ON r.user_id = p.user_id WHERE p.account = 2) x \
    GROUP BY day, user_id HAVING SUM(amount) <> 0";

#[cfg(test)]
mod tests {
    use super::FILL;
    use placard_model::books::posting::{Account, Operation, Posting};
    use crate::money::movements::{self, Cause};
    use crate::testing::{TEST_EPOCH, each_backend};
    use crate::{Conn, Priority};
    use placard_model::time::DAY_MS;
    use placard_model::{Clock, Money, UserId};

    async fn rows(conn: &Conn) -> crate::Result<Vec<(i64, i64, i64)>> {
        let sql = "SELECT day, webmaster_id, amount FROM pending_earnings ORDER BY day, webmaster_id";
        let rows = conn.rows(sql, []).await?;
        rows.iter().map(|row| Ok((row.get("day")?, row.get("webmaster_id")?, row.get("amount")?))).collect()
    }

    #[tokio::test]
    async fn releases_read_what_is_due_and_an_older_database_is_brought_there() {
        each_backend(async |store, clock| {
            for day in 0..40 {
                clock.set(TEST_EPOCH.plus_ms(day * DAY_MS));
                let today = clock.now().day();
                for webmaster in [UserId(7), UserId(8)] {
                    let amount = Money::from_micros(1_000 + day);
                    let postings = [
                        Posting::plain(Account::WebmasterPending(webmaster), amount, today),
                        Posting::plain(Account::NetworkRevenue, -amount, today),
                    ];
                    let reference = format!("test:{day}:{webmaster}");
                    let post = async |tx: &crate::Tx| {
                        let operation = Operation::NativeClicks;
                        let cause = Cause { reference: &reference, operation, actor: None, comment: "" };
                        movements::post(tx, cause, &postings).await
                    };
                    store.write("test_post", Priority::Api, post).await.unwrap();
                }
                let due = store.read("test_due", async |conn| movements::due_releases(conn, today, UserId(0)).await).await;
                for webmaster in due.unwrap() {
                    let release = async |tx: &crate::Tx| movements::release(tx, webmaster, today).await;
                    assert!(!store.write("test_release", Priority::Feed, release).await.unwrap().is_zero());
                }
            }
            let kept = store.read("test_rows", rows).await.unwrap();
            assert_eq!(kept.len(), 2 * placard_model::books::posting::HOLD_DAYS as usize, "however long the history is");
            let fill = async |tx: &crate::Tx| {
                tx.execute("DELETE FROM pending_earnings", []).await?;
                tx.execute(FILL, []).await
            };
            store.write("test_fill", Priority::Api, fill).await.unwrap();
            assert_eq!(store.read("test_rows", rows).await.unwrap(), kept);
        })
        .await;
    }
}
