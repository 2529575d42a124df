//! What is stored of a user and handed out to them: a new table is not forgotten silently.

use placard_model::UserId;
use placard_store::Priority;
use placard_store::accounts::audit_log::{self, Actor};
use placard_store::accounts::export;
use placard_store::testing::each_backend;
use std::collections::BTreeSet;

/// Columns that say whose a row is.
const OWNERS: [&str; 7] =
    ["user_id", "advertiser_id", "webmaster_id", "actor_id", "site_id", "campaign_id", "recipient"];

/// Tables with such a column that are not handed out, and why.
const NOT_HANDED_OUT: [(&str, &str); 23] = [
    ("account_tokens", "hashes of links in mails, which are"),
    ("block_earnings", "sums of movements by block and day"),
    ("campaign_spend", "sums of movements by campaign and day"),
    ("campaign_totals", "sums of movements by campaign"),
    ("corrections", "decisions of staff; what came of them is among the movements, with the reason"),
    ("edit_counts", "how many changes of a day, which are"),
    ("held_earnings", "sums of movements by the day of the clicks; that they are held is told with the sites"),
    ("idempotency_keys", "answers that the user got, kept for a day"),
    ("impersonation_codes", "hashes of codes of staff"),
    ("pending_earnings", "sums of movements by the day on which they are due"),
    ("postings", "handed out with their transactions as movements"),
    ("push_messages", "of visitors, who are others, for some days; counts of them are in the statistics"),
    ("push_site_days", "counts of what visitors answered, by day"),
    ("push_site_groups", "counts of visitors' subscriptions"),
    ("push_subscriptions", "of visitors, who are others, with secrets of their browsers"),
    ("push_worker_checks", "what was found at an address of theirs, which they see"),
    ("recovery_codes", "hashes"),
    ("second_factors", "a secret"),
    ("settlements", "each click: the server adds those of the click log"),
    ("site_metrics", "encrypted: the server adds them as site_counters"),
    ("user_notes", "what staff tell each other of their work"),
    ("vapid_keys", "private keys, encrypted"),
    ("voids", "decisions of staff about clicks of others; what came of them is among the movements"),
];

#[tokio::test]
async fn everything_that_has_an_owner_is_handed_out_or_named() {
    each_backend(async |store, _clock| {
        let columns = store
            .read("test_columns", async |conn| {
                let sql = if conn.is_postgres() {
                    "SELECT table_name AS t, column_name AS c FROM information_schema.columns \
                     WHERE table_schema = current_schema()"
                } else {
                    "SELECT m.name AS t, p.name AS c FROM sqlite_schema m, pragma_table_info(m.name) p \
                     WHERE m.type = 'table'"
                };
                let rows = conn.rows(sql, []).await?;
                rows.iter().map(|row| Ok((row.get("t")?, row.get("c")?))).collect::<Result<Vec<(String, String)>, _>>()
            })
            .await
            .unwrap();
        let owned: BTreeSet<&str> =
            columns.iter().filter(|(_, column)| OWNERS.contains(&column.as_str())).map(|(table, _)| &**table).collect();
        let is_read = |table: &str| {
            let mut read = export::sources().flat_map(|(_, from)| from.iter());
            read.any(|from| from.split_whitespace().any(|word| word.trim_matches(['(', ')']) == table))
        };
        let forgotten: Vec<&&str> = owned
            .iter()
            .filter(|table| !is_read(table) && !NOT_HANDED_OUT.iter().any(|(named, _)| named == *table))
            .collect();
        assert!(forgotten.is_empty(), "neither handed out nor named: {forgotten:?}");
        let gone: Vec<_> = NOT_HANDED_OUT.iter().filter(|(named, _)| !owned.contains(named)).collect();
        assert!(gone.is_empty(), "named, but not there: {gone:?}");
        let names: BTreeSet<_> = export::sources().map(|(name, _)| name).collect();
        assert_eq!(names.len(), export::sources().count(), "each list once");
    })
    .await;
}

/// More than one page, and not a whole number of them.
const CHANGES: i64 = 2 * export::ROWS_A_PAGE + 30;

#[tokio::test]
async fn every_row_is_handed_out_once_whichever_page_it_is_on() {
    each_backend(async |store, _clock| {
        let (mine, other) = (UserId(1), UserId(2));
        store
            .write("test_changes", Priority::Api, async move |tx| {
                for n in 0..CHANGES {
                    // By the user, in their cabinet, of the user; some of them two of these at once. And another's.
                    let (who, subject, id) = match n % 4 {
                        0 => (actor(mine, None), "site", n),
                        1 => (actor(other, Some(mine)), "site", n),
                        2 => (actor(other, None), "user", mine.0),
                        _ => (actor(mine, None), "user", mine.0),
                    };
                    audit_log::record_event(tx, &who, "test", subject, id).await?;
                    audit_log::record_event(tx, &actor(other, None), "other", "site", n).await?;
                }
                Ok(())
            })
            .await
            .unwrap();
        let mut seen = 0;
        let mut from = None;
        loop {
            let cursor = from.take();
            let read = store
                .read("test_page", async move |conn| export::page(conn, mine, "changes", cursor.as_ref()).await)
                .await
                .unwrap();
            assert!(read.0.iter().all(|row| row["action"] == "test"));
            seen += read.0.len() as i64;
            from = read.1;
            if from.is_none() {
                break;
            }
        }
        assert_eq!(seen, CHANGES);
        for (list, _) in export::sources() {
            store.read("test_page", async move |conn| export::page(conn, mine, list, None).await).await.unwrap();
        }
    })
    .await;
}

const fn actor(user: UserId, acting_as: Option<UserId>) -> Actor {
    Actor { user: Some(user), acting_as, address: String::new() }
}
