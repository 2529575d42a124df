//! The store's core on both engines: transactions, order, errors, migrations.

use placard_store::advertising::inventory_changes::{self, Kind};
use placard_store::testing::each_backend;
use placard_store::{Error, Priority, Topic};

#[tokio::test]
async fn a_failed_transaction_leaves_nothing_and_wakes_nobody() {
    each_backend(async |store, _clock| {
        let watch = store.watch(Topic::Inventory);
        let failed: Result<(), Error> = store
            .write("test_fail", Priority::Api, async |tx| {
                inventory_changes::record(tx, Kind::Ad, 7).await?;
                Err(Error::NotFound("thing"))
            })
            .await;
        assert!(matches!(failed, Err(Error::NotFound("thing"))));
        assert!(!watch.has_changed().unwrap());
        let changes = store.read("test_read", async |conn| inventory_changes::after(conn, 0, 10).await).await.unwrap();
        assert!(changes.is_empty());
    })
    .await;
}

/// What SQLite does by itself when the disk is full.
#[tokio::test]
async fn a_transaction_that_the_database_took_back_stops_no_later_one() {
    each_backend(async |store, _clock| {
        let failed: Result<(), Error> = store
            .write("test_taken_back", Priority::Api, async |tx| {
                inventory_changes::record(tx, Kind::Ad, 7).await?;
                tx.execute("ROLLBACK", []).await?;
                Err(Error::Unavailable("disk full".to_owned()))
            })
            .await;
        assert!(matches!(failed, Err(Error::Unavailable(_))), "{failed:?}");
        for id in 0..3 {
            let record = async |tx: &placard_store::Tx| inventory_changes::record(tx, Kind::Ad, id).await;
            store.write("test_after", Priority::Api, record).await.unwrap();
        }
        let changes = store.read("test_read", async |conn| inventory_changes::after(conn, 0, 10).await).await.unwrap();
        assert_eq!(changes.iter().map(|change| change.id).collect::<Vec<_>>(), [0, 1, 2]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn writers_collide_and_none_is_lost() {
    each_backend(async |store, _clock| {
        let mut watch = store.watch(Topic::Inventory);
        let tasks: Vec<_> = (0..20)
            .map(|task| {
                let store = store.clone();
                tokio::spawn(async move {
                    let priority = if task % 2 == 0 { Priority::Api } else { Priority::Feed };
                    store
                        .write("test_count", priority, async |tx| {
                            let sum = "SELECT COUNT(*) AS n FROM inventory_changes";
                            let n: i64 = tx.row(sum, []).await?.expect("a count").get("n")?;
                            inventory_changes::record(tx, Kind::Campaign, n).await
                        })
                        .await
                })
            })
            .collect();
        for task in tasks {
            task.await.unwrap().unwrap();
        }
        assert!(watch.has_changed().unwrap());
        watch.mark_unchanged();
        let changes = store.read("test_read", async |conn| inventory_changes::after(conn, 0, 100).await).await.unwrap();
        let seen: Vec<i64> = changes.iter().map(|change| change.id).collect();
        assert_eq!(seen, (0..20).collect::<Vec<_>>(), "each one counted all before it");
        assert!(changes.is_sorted_by_key(|change| change.seq));
    })
    .await;
}

#[tokio::test]
async fn unique_rules_are_told_apart_and_readers_cannot_write() {
    each_backend(async |store, _clock| {
        let insert =
            "INSERT INTO transactions (reference, operation_type, created_at) VALUES ($1, $2, $3) RETURNING id";
        let add = async |reference: &'static str| {
            store
                .write("test_add", Priority::Api, async |tx| {
                    tx.insert(insert, [reference.into(), 4i64.into(), 0i64.into()]).await
                })
                .await
        };
        assert_eq!(add("one").await.unwrap(), 1);
        let second = add("one").await;
        assert!(matches!(&second, Err(Error::Duplicate { field }) if field.contains("reference")), "{second:?}");
        let missing = store
            .write("test_missing", Priority::Api, async |tx| {
                tx.execute_one(
                    "balance",
                    "UPDATE balances SET amount = $1 WHERE user_id = $2",
                    [1i64.into(), 9i64.into()],
                )
                .await
            })
            .await;
        assert!(matches!(missing, Err(Error::NotFound("balance"))));
        let written =
            store.read("test_write", async |conn| conn.rows("DELETE FROM balances", []).await.map(drop)).await;
        assert!(written.is_err(), "a reading transaction must not write");
        store.migrate().await.unwrap();
        assert!(store.pending_migrations().await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn postgresql_compiles_no_question() {
    each_backend(async |store, _clock| {
        if !store.is_postgres() {
            return;
        }
        let sql = "SELECT current_setting('jit') AS jit";
        let read = store.read("test_jit", async |conn| conn.row(sql, []).await).await;
        let written = store.write("test_jit", Priority::Api, async |tx| tx.row(sql, []).await).await;
        for row in [read, written] {
            assert_eq!(row.unwrap().unwrap().get::<String>("jit").unwrap(), "off");
        }
    })
    .await;
}
