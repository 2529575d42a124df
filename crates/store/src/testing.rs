//! One database per test, on each engine.
//!
//! SQLite always; PostgreSQL when `PLACARD_TEST_POSTGRES` holds the URL of a server where databases can be made
//! (`postgres://postgres@localhost:5432/postgres`).

use crate::Store;
use crate::conn::{Tx, Value};
use crate::driver::{execute_alone, names_alone};
use crate::error::Result;
use crate::push::push_counts::{Dimension, GroupChanges};
use crate::push::push_subscriptions::{self, NewSubscription};
use placard_model::time::{DAY_MS, ManualClock};
use placard_model::{Clock, UnixMs};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::UNIX_EPOCH;

/// The variable that holds PostgreSQL's admin URL.
pub const POSTGRES_VARIABLE: &str = "PLACARD_TEST_POSTGRES";
/// Where [`each_backend`]'s clock begins: 2026-11-21T00:00:00Z.
pub const TEST_EPOCH: UnixMs = UnixMs(20_778 * DAY_MS);

/// Migrated databases of builds that are so many days older than this one are removed.
const TEMPLATES_KEPT_DAYS: u64 = 2;
/// How the names of migrated databases begin; the day of the build follows, and what tells builds apart.
const TEMPLATE: &str = "placard_template_";

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

    /// A fresh folder with a migrated database, which is a copy of one that was migrated once.
    pub async fn migrated() -> std::io::Result<Self> {
        let file = Self::new()?;
        copy_of_once("sqlite", &file.path(), async || migrate(&file.url()).await).await?;
        Ok(file)
    }

    fn path(&self) -> PathBuf {
        self.folder.join("placard.sqlite")
    }

    /// The URL to connect to.
    pub fn url(&self) -> String {
        format!("sqlite://{}?mode=rwc", self.path().display())
    }
}

impl Drop for SqliteFile {
    fn drop(&mut self) {
        // What cannot be removed stays in the system's folder for temporary files.
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

/// Puts a file in its place that `make` makes there once for all tests of this build: the others get copies of it.
///
/// # Errors
/// When no file can be written there, or in the system's folder for temporary files.
pub async fn copy_of_once(kind: &str, path: &Path, make: impl AsyncFnOnce()) -> std::io::Result<()> {
    let template = std::env::temp_dir().join(format!("{}.{kind}", template_name()));
    match std::fs::copy(&template, path) {
        Ok(_) => Ok(()),
        // Not made yet, or another build has just removed it.
        Err(error) if error.kind() == ErrorKind::NotFound => {
            make().await;
            // Whole at once, for whoever copies it meanwhile.
            let new = path.with_extension("template");
            std::fs::copy(path, &new)?;
            std::fs::rename(new, template)?;
            remove_old_files()
        }
        Err(error) => Err(error),
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
    each_migrated_url(async |url: &str| {
        let clock = Arc::new(ManualClock::new(TEST_EPOCH));
        let store = Store::connect(url, clock.clone() as Arc<dyn Clock>).await.expect("connect");
        test(store.clone(), clock).await;
        store.close().await.expect("close");
    })
    .await;
}

/// Runs a test with the URL of a migrated database of each engine, which is a copy of one that was migrated once.
///
/// # Panics
/// When a database cannot be made.
pub async fn each_migrated_url<F>(test: F)
where
    F: AsyncFn(&str),
{
    let file = SqliteFile::migrated().await.expect("a folder for temporary files");
    test(&file.url()).await;
    drop(file);
    if let Ok(admin_url) = std::env::var(POSTGRES_VARIABLE) {
        let (name, template) = (unique_name(), template_name());
        let copy = format!("CREATE DATABASE {name} TEMPLATE {template}");
        if execute_alone(&admin_url, &copy).await.is_err() {
            let new = format!("{template}_{}", std::process::id());
            execute_alone(&admin_url, &format!("CREATE DATABASE {new}")).await.expect("create database");
            migrate(&database_url(&admin_url, &new)).await;
            // Somebody else may have been faster.
            if execute_alone(&admin_url, &format!("ALTER DATABASE {new} RENAME TO {template}")).await.is_err() {
                execute_alone(&admin_url, &format!("DROP DATABASE {new}")).await.expect("drop database");
            }
            execute_alone(&admin_url, &copy).await.expect("copy the template");
            remove_old_databases(&admin_url).await;
        }
        test(&database_url(&admin_url, &name)).await;
        execute_alone(&admin_url, &format!("DROP DATABASE {name} WITH (FORCE)")).await.expect("drop database");
    } else {
        tracing::warn!("{POSTGRES_VARIABLE} is not set: tested on SQLite only");
    }
}

async fn migrate(url: &str) {
    let clock = Arc::new(ManualClock::new(TEST_EPOCH));
    let store = Store::connect(url, clock as Arc<dyn Clock>).await.expect("connect");
    store.migrate().await.expect("migrate");
    store.close().await.expect("close");
}

/// Removes the files of older builds.
fn remove_old_files() -> std::io::Result<()> {
    for entry in std::fs::read_dir(std::env::temp_dir())? {
        let entry = entry?;
        if entry.file_name().to_str().is_some_and(is_old) {
            // Somebody else may have been faster.
            drop(std::fs::remove_file(entry.path()));
        }
    }
    Ok(())
}

/// Removes the databases of older builds. One that is being copied stays.
async fn remove_old_databases(admin_url: &str) {
    let names = names_alone(admin_url, "SELECT CAST(datname AS TEXT) FROM pg_database").await.expect("databases");
    for name in names.iter().filter(|name| is_old(name)) {
        drop(execute_alone(admin_url, &format!("DROP DATABASE IF EXISTS {name}")).await);
    }
}

/// Whether a name is that of a template of an older build.
fn is_old(name: &str) -> bool {
    let Some(rest) = name.strip_prefix(TEMPLATE) else { return false };
    let day = rest.split_once('_').and_then(|(day, _)| day.parse::<u64>().ok());
    day.is_some_and(|day| day + TEMPLATES_KEPT_DAYS < built().1)
}

/// The program of this test, and the day on which it was built.
fn built() -> (u64, u64) {
    let program = std::env::current_exe().expect("the path of this program");
    let facts = std::fs::metadata(&program).expect("this program is a file");
    let at = facts.modified().expect("when it was built");
    let mut hasher = DefaultHasher::new();
    (program, facts.len(), at).hash(&mut hasher);
    let since = at.duration_since(UNIX_EPOCH).expect("it was built after 1970");
    (hasher.finish(), since.as_secs() / (24 * 60 * 60))
}

/// A name for what this build of the tests has migrated: another build may have other migrations.
fn template_name() -> String {
    let (build, day) = built();
    format!("{TEMPLATE}{day}_{build:016x}")
}

/// Runs a test with the URL of an empty database of each engine: for tests of migrations.
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

/// Writes many active subscriptions at once, for measurements, and counts them among those of their sites.
pub async fn insert_subscriptions(tx: &Tx, rows: &[NewSubscription]) -> Result<()> {
    let mut changes = GroupChanges::default();
    for NewSubscription { site, subscriber: who, vapid_key, created_at, .. } in rows {
        changes.add(*site, Dimension::Status, 1, 1);
        changes.add(*site, Dimension::Country, who.place.country, 1);
        changes.add(*site, Dimension::Browser, who.browser.id(), 1);
        changes.add(*site, Dimension::Os, who.os.id(), 1);
        changes.add(*site, Dimension::Device, who.device_type.id(), 1);
        changes.add(*site, Dimension::Since, created_at.day().0, 1);
        changes.add(*site, Dimension::Key, vapid_key, 1);
    }
    changes.write(tx).await?;
    let mut rest = rows;
    while !rest.is_empty() {
        let (piece, more) = rest.split_at(rest.len().min(256));
        rest = more;
        let first = &piece[0];
        let mut columns: Vec<&str> = push_subscriptions::values(first).iter().map(|(column, _)| *column).collect();
        columns.extend(["uuid", "is_imported", "created_at", "last_seen_at", "next_send_at", "last_answered_at"]);
        columns.extend(["status_id", "updated_at", "updated_by"]);
        let sql = format!(
            "INSERT INTO push_subscriptions ({}) VALUES {}",
            columns.join(", "),
            tx.placeholders(piece.len(), columns.len())
        );
        let mut values = Vec::with_capacity(piece.len() * columns.len());
        for new in piece {
            values.extend(push_subscriptions::values(new).into_iter().map(|(_, value)| value));
            let now: Value = tx.now().0.into();
            values.extend([new.uuid.as_str().into(), new.is_imported.into(), new.created_at.0.into(), now.clone()]);
            values.extend([new.next_send_at.0.into(), now.clone(), 1i64.into(), now, tx.name().into()]);
        }
        tx.execute(&sql, values).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn templates_of_older_builds_are_removed() {
        let (_, today) = built();
        let name = |day: u64| format!("{TEMPLATE}{day}_{}", std::process::id());
        let (old, kept) = (name(today - TEMPLATES_KEPT_DAYS - 1), name(today - TEMPLATES_KEPT_DAYS));
        let file = |name: &str| std::env::temp_dir().join(format!("{name}.sqlite"));
        for name in [&old, &kept] {
            std::fs::write(file(name), "").unwrap();
        }
        remove_old_files().unwrap();
        assert!(!file(&old).exists() && file(&kept).exists());
        std::fs::remove_file(file(&kept)).unwrap();
        let Ok(admin_url) = std::env::var(POSTGRES_VARIABLE) else { return };
        for name in [&old, &kept] {
            execute_alone(&admin_url, &format!("CREATE DATABASE {name}")).await.unwrap();
        }
        remove_old_databases(&admin_url).await;
        let names = names_alone(&admin_url, "SELECT CAST(datname AS TEXT) FROM pg_database").await.unwrap();
        assert!(!names.contains(&old) && names.contains(&kept));
        execute_alone(&admin_url, &format!("DROP DATABASE {kept}")).await.unwrap();
    }
}
