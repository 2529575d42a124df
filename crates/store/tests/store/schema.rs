//! What the migrations make, on both engines, beside what they are known to make: one that has landed keeps its meaning.
//!
//! `PLACARD_WRITE_SCHEMA=1` writes the files of `tests/schema/` anew, after a migration was added.

use placard_model::Clock;
use placard_model::time::ManualClock;
use placard_store::testing::{TEST_EPOCH, each_backend, each_url};
use placard_store::{Conn, Error, Priority, Result, Store, Tx};
use std::path::PathBuf;
use std::sync::Arc;

/// Texts of SQLite's schema: tables with their comments, and indexes.
const SQLITE: &str = "SELECT sql AS line FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' \
    ORDER BY type DESC, name";

/// The same of PostgreSQL: columns, what is said of tables, rules and indexes.
const POSTGRES: [&str; 4] = [
    "SELECT CONCAT_WS(' | ', table_name, column_name, data_type, CASE is_nullable WHEN 'NO' THEN 'NOT NULL' END, \
     column_default, identity_generation, col_description(to_regclass(table_name)::oid, ordinal_position::int)) AS line \
     FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position",
    "SELECT CONCAT_WS(' | ', relname, obj_description(oid, 'pg_class')) AS line FROM pg_class \
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY relname",
    "SELECT CONCAT_WS(' | ', conrelid::regclass::text, conname, pg_get_constraintdef(oid)) AS line FROM pg_constraint \
     WHERE connamespace = current_schema()::regnamespace AND contype <> 'n' ORDER BY conrelid::regclass::text, conname",
    "SELECT indexdef AS line FROM pg_indexes WHERE schemaname = current_schema() ORDER BY indexname",
];

/// The rows that migrations made or changed, on either engine.
const ROWS: &str = "SELECT version AS line FROM seaql_migrations \
    UNION ALL SELECT 'category ' || id || ' ' || iab_code || ' ' || name FROM categories \
    UNION ALL SELECT 'traffic source ' || id || ' ' || name FROM traffic_sources \
    UNION ALL SELECT 'currency ' || id || ' ' || code || ' ' || rate FROM currencies \
    UNION ALL SELECT 'payment system ' || id || ' ' || name || ' ' || purpose || ' ' || CAST(is_active AS INTEGER) \
    FROM payment_systems \
    UNION ALL SELECT 'payment type ' || id || ' ' || code || ' of ' || payment_system_id || ' in ' || currency_id || ' ' \
    || fee_fixed || ' ' || address_kind || ' ' || CAST(is_active AS INTEGER) FROM payment_types ORDER BY line";

async fn lines(conn: &Conn, sql: &str) -> Result<Vec<String>> {
    conn.rows(sql, []).await?.iter().map(|row| row.get("line")).collect()
}

async fn schema(conn: &Conn) -> Result<String> {
    if !conn.is_postgres() {
        return Ok(lines(conn, SQLITE).await?.join("\n\n") + "\n");
    }
    let mut parts = Vec::new();
    for sql in POSTGRES {
        parts.push(lines(conn, sql).await?.join("\n"));
    }
    Ok(parts.join("\n\n") + "\n")
}

fn file(name: &str) -> PathBuf {
    PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the folder"))
        .join("tests/schema")
        .join(name)
}

fn recorded(conn: &Conn) -> String {
    std::fs::read_to_string(file(if conn.is_postgres() { "postgres.txt" } else { "sqlite.sql" })).unwrap()
}

fn compare(name: &str, found: &str) {
    if std::env::var_os("PLACARD_WRITE_SCHEMA").is_some() {
        std::fs::write(file(name), found).unwrap();
    }
    let known = std::fs::read_to_string(file(name)).unwrap();
    let differ = known.lines().zip(found.lines()).find(|(known, found)| known != found);
    assert!(known == found, "{name} differs, first at {differ:?}");
}

async fn connect(url: &str) -> Store {
    Store::connect(url, Arc::new(ManualClock::new(TEST_EPOCH)) as Arc<dyn Clock>).await.unwrap()
}

#[tokio::test]
async fn a_fresh_database_has_the_known_schema_and_rows() {
    each_backend(async |store, _clock| {
        let found = store.read("test_schema", async |conn| schema(conn).await).await.unwrap();
        compare(if store.is_postgres() { "postgres.txt" } else { "sqlite.sql" }, &found);
        let rows = store.read("test_rows", async |conn| lines(conn, ROWS).await).await.unwrap();
        compare("rows.txt", &(rows.join("\n") + "\n"));
        store.migrate().await.unwrap();
        let again = store.read("test_schema", async |conn| schema(conn).await).await.unwrap();
        assert_eq!(again, found, "a second time changes nothing");
    })
    .await;
}

/// PostgreSQL's table of migrations as it stands in databases that are in use.
const IN_USE: &str =
    r#"CREATE TABLE "seaql_migrations" ( "version" varchar NOT NULL PRIMARY KEY, "applied_at" bigint NOT NULL )"#;

async fn note(tx: &Tx, version: &str) -> Result<()> {
    let sql = "INSERT INTO seaql_migrations (version, applied_at) VALUES ($1, 1790000000)";
    tx.execute(sql, [version.into()]).await.map(drop)
}

#[tokio::test]
async fn migrations_of_a_database_in_use_are_recognised() {
    each_url(async |url: &str| {
        let store = connect(url).await;
        let versions: Vec<String> = store.pending_migrations().await.unwrap();
        assert!(versions.len() > 15 && versions.is_sorted(), "a database without tables lacks them all: {versions:?}");
        // SQLite's schema is its own SQL; PostgreSQL's tables do not matter where no migration is to run.
        let build = async |tx: &Tx| {
            let text = recorded(tx);
            let tables = if tx.is_postgres() { vec![IN_USE] } else { text.split("\n\n").collect() };
            for sql in tables {
                tx.execute(sql, []).await?;
            }
            for version in &versions {
                note(tx, version).await?;
            }
            Ok(())
        };
        store.write("test_build", Priority::Api, build).await.unwrap();
        assert!(store.pending_migrations().await.unwrap().is_empty());
        store.migrate().await.unwrap();
        if !store.is_postgres() {
            let found = store.read("test_schema", async |conn| schema(conn).await).await.unwrap();
            assert_eq!(found, recorded_sqlite());
        }

        let later = async |tx: &Tx| note(tx, "m9999_later").await;
        store.write("test_later", Priority::Api, later).await.unwrap();
        for refused in [store.migrate().await, store.pending_migrations().await.map(drop)] {
            assert!(
                matches!(&refused, Err(Error::Database(text)) if text.contains("m9999_later")),
                "a later version has migrated it: {refused:?}"
            );
        }
        store.close().await.unwrap();
    })
    .await;
}

fn recorded_sqlite() -> String {
    std::fs::read_to_string(file("sqlite.sql")).unwrap()
}

#[tokio::test]
async fn a_migration_that_was_not_applied_is_made_up_for() {
    each_backend(async |store, _clock| {
        let forget = async |tx: &Tx| {
            tx.execute("DROP INDEX checkpoint_parts_name_idx", []).await?;
            tx.execute("DROP TABLE checkpoint_parts", []).await?;
            tx.execute("DELETE FROM seaql_migrations WHERE version = 'm0017_checkpoint_parts'", []).await
        };
        store.write("test_forget", Priority::Api, forget).await.unwrap();
        assert_eq!(store.pending_migrations().await.unwrap(), ["m0017_checkpoint_parts"]);
        store.migrate().await.unwrap();
        assert!(store.pending_migrations().await.unwrap().is_empty());
        let found = store.read("test_schema", async |conn| schema(conn).await).await.unwrap();
        assert_eq!(found, store.read("test_recorded", async |conn| Ok(recorded(conn))).await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn of_several_that_migrate_at_once_none_fails() {
    each_url(async |url: &str| {
        let (one, other, third) = (connect(url).await, connect(url).await, connect(url).await);
        let migrated = tokio::join!(one.migrate(), other.migrate(), third.migrate());
        assert!(matches!(&migrated, (Ok(()), Ok(()), Ok(()))), "{migrated:?}");
        let found = one.read("test_schema", async |conn| schema(conn).await).await.unwrap();
        assert_eq!(found, one.read("test_recorded", async |conn| Ok(recorded(conn))).await.unwrap());
        for store in [one, other, third] {
            store.close().await.unwrap();
        }
    })
    .await;
}
