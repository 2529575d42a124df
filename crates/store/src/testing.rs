//! One database per test, on each engine.
//!
//! SQLite always; PostgreSQL when `PLACARD_TEST_POSTGRES` holds the URL of a server where databases can be made
//! (`postgres://postgres@localhost:5432/postgres`).

use crate::Store;
use crate::driver::execute_alone;
use placard_model::time::{DAY_MS, ManualClock};
use placard_model::{Clock, UnixMs};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The variable that holds PostgreSQL's admin URL.
pub const POSTGRES_VARIABLE: &str = "PLACARD_TEST_POSTGRES";
/// Where [`each_backend`]'s clock begins: 2026-11-21T00:00:00Z.
pub const TEST_EPOCH: UnixMs = UnixMs(20_778 * DAY_MS);

static COUNTER: AtomicU32 = AtomicU32::new(0);

fn unique_name() -> String {
    format!("placard_test_{}_{}", std::process::id(), COUNTER.fetch_add(1, Ordering::Relaxed))
}

/// A SQLite database in a folder of its own, removed on drop.
pub struct SqliteFile {
    folder: PathBuf,
}

impl SqliteFile {
    /// A fresh folder.
    pub fn new() -> std::io::Result<Self> {
        let folder = std::env::temp_dir().join(unique_name());
        std::fs::create_dir_all(&folder)?;
        Ok(Self { folder })
    }

    /// The URL to connect to.
    pub fn url(&self) -> String {
        format!("sqlite://{}?mode=rwc", self.folder.join("placard.sqlite").display())
    }
}

impl Drop for SqliteFile {
    fn drop(&mut self) {
        // What cannot be removed stays in the system's folder for temporary files.
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

/// Runs a test on a migrated, empty database of each engine, with a clock that stands at [`TEST_EPOCH`].
///
/// # Panics
/// When a database cannot be made: a test cannot go on without it.
pub async fn each_backend<F>(test: F)
where
    F: AsyncFn(Store, Arc<ManualClock>),
{
    each_url(async |url: &str| {
        let clock = Arc::new(ManualClock::new(TEST_EPOCH));
        let store = Store::connect(url, clock.clone() as Arc<dyn Clock>).await.expect("connect");
        store.migrate().await.expect("migrate");
        test(store.clone(), clock).await;
        store.close().await.expect("close");
    })
    .await;
}

/// Runs a test with the URL of an empty database of each engine: for tests that connect more than once.
///
/// # Panics
/// When a database cannot be made.
pub async fn each_url<F>(test: F)
where
    F: AsyncFn(&str),
{
    let file = SqliteFile::new().expect("a folder for temporary files");
    test(&file.url()).await;
    drop(file);
    if let Ok(admin_url) = std::env::var(POSTGRES_VARIABLE) {
        let name = unique_name();
        execute_alone(&admin_url, &format!("CREATE DATABASE {name}")).await.expect("create database");
        test(&database_url(&admin_url, &name)).await;
        execute_alone(&admin_url, &format!("DROP DATABASE {name} WITH (FORCE)")).await.expect("drop database");
    } else {
        tracing::warn!("{POSTGRES_VARIABLE} is not set: tested on SQLite only");
    }
}

/// The admin URL with another database.
fn database_url(admin_url: &str, name: &str) -> String {
    let (base, query) = admin_url.split_once('?').unwrap_or((admin_url, ""));
    let server = base.rsplit_once('/').map_or(base, |(server, _)| server);
    if query.is_empty() { format!("{server}/{name}") } else { format!("{server}/{name}?{query}") }
}
