//! Which folders the demo may be made in: empty ones, and those in which it was begun and not finished.

use super::page::{MANIFEST_FILE, Manifest};
use anyhow::{Context, bail, ensure};
use placard_common::config::Config;
use placard_common::data_folder;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// Stands in a folder as long as a demo network is being made there, locked by who makes it.
const UNFINISHED_FILE: &str = "demo.unfinished";
/// What stands in the folder of every network.
const SIGNS_OF_A_NETWORK: &[&str] = &["placard.db", "stats.duckdb", "events", "master.key"];

/// A folder in which a demo network is being made.
#[derive(Debug)]
pub struct Unfinished {
    data_dir: PathBuf,
    _lock: File,
}

impl Unfinished {
    /// Begins, with nothing in the folder; nothing to do when a complete demo network is there.
    ///
    /// # Errors
    /// When the folder holds another network, or another process is making the demo there.
    pub fn begin(data_dir: &Path) -> anyhow::Result<Option<Self>> {
        data_folder::prepare(data_dir)?;
        let path = data_dir.join(UNFINISHED_FILE);
        if is_complete(data_dir)? {
            return Ok(None);
        }
        ensure!(
            path.try_exists()? || data_folder::entries(data_dir, SIGNS_OF_A_NETWORK)?.is_empty(),
            "the data folder {} holds a network already: choose an empty one for the demo with --data-dir",
            data_dir.display()
        );
        let lock = File::options().create(true).truncate(false).write(true).open(&path);
        let lock = lock.with_context(|| format!("cannot write {}", path.display()))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("another process is making the demo in {}", data_dir.display()),
            Err(TryLockError::Error(error)) => return Err(error).context("cannot lock the data folder"),
        }
        // Whoever had the lock until now may have finished.
        if is_complete(data_dir)? {
            return Ok(None);
        }
        sync(data_dir)?;
        let left = data_folder::entries(data_dir, data_folder::NETWORK)?;
        if !left.is_empty() {
            tracing::warn!("a demo network was begun in {} and not finished: making it anew", data_dir.display());
        }
        for entry in left {
            let removed =
                if entry.symlink_metadata()?.is_dir() { fs::remove_dir_all(&entry) } else { fs::remove_file(&entry) };
            removed.with_context(|| format!("cannot remove {}", entry.display()))?;
        }
        Ok(Some(Self { data_dir: data_dir.to_owned(), _lock: lock }))
    }

    /// The network is complete.
    pub fn finish(self, manifest: &Manifest) -> anyhow::Result<()> {
        manifest.write(&self.data_dir)?;
        sync(&self.data_dir)?;
        Ok(fs::remove_file(self.data_dir.join(UNFINISHED_FILE))?)
    }
}

fn is_complete(data_dir: &Path) -> anyhow::Result<bool> {
    Ok(data_dir.join(MANIFEST_FILE).try_exists()?)
}

fn sync(data_dir: &Path) -> std::io::Result<()> {
    File::open(data_dir)?.sync_all()
}

/// Refuses to serve a demo network as a real one: everybody knows its passwords.
pub fn refuse_as_real(config: &Config) -> anyhow::Result<()> {
    let is_demo = |name: &str| config.data_dir.join(name).exists();
    ensure!(
        config.demo || !(is_demo(MANIFEST_FILE) || is_demo(UNFINISHED_FILE)),
        "the data folder {} holds the demonstration network, whose passwords everybody knows: serve it with --demo, or \
         choose another folder for a real network with --data-dir",
        config.data_dir.display()
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest() -> Manifest {
        serde_json::from_value(serde_json::json!({ "blocks": {}, "pages": [], "appeal": {} })).unwrap()
    }

    #[test]
    fn a_demo_that_was_interrupted_is_made_anew() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("data");
        let begun = Unfinished::begin(&folder).unwrap().expect("the folder is empty");
        for name in ["placard.db", "placard.db-wal", "master.key"] {
            fs::write(folder.join(name), "half").unwrap();
        }
        fs::create_dir_all(folder.join("events")).unwrap();
        fs::create_dir_all(folder.join("geo")).unwrap();
        let busy = Unfinished::begin(&folder).unwrap_err();
        assert!(busy.to_string().contains("another process"), "{busy}");
        assert!(folder.join("master.key").exists());

        // The process was killed.
        drop(begun);
        let again = Unfinished::begin(&folder).unwrap().expect("it is not complete");
        let left = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut left: Vec<String> = left.collect();
        left.sort();
        assert_eq!(left, [UNFINISHED_FILE, "geo"]);
        let config = Config { data_dir: folder.clone(), ..Config::default() };
        refuse_as_real(&config).unwrap_err();

        again.finish(&manifest()).unwrap();
        fs::write(folder.join("master.key"), "whole").unwrap();
        assert!(Unfinished::begin(&folder).unwrap().is_none());
        assert!(folder.join("master.key").exists() && !folder.join(UNFINISHED_FILE).exists());
        let refused = refuse_as_real(&config).unwrap_err().to_string();
        assert!(refused.contains("--demo"), "{refused}");
        refuse_as_real(&Config { demo: true, ..config }).unwrap();
    }

    #[test]
    fn a_real_network_is_never_touched() {
        for sign in SIGNS_OF_A_NETWORK {
            let folder = tempfile::tempdir().unwrap();
            fs::write(folder.path().join(sign), "real").unwrap();
            let refused = Unfinished::begin(folder.path()).unwrap_err().to_string();
            assert!(refused.contains("holds a network already"), "{refused}");
            assert_eq!(fs::read_to_string(folder.path().join(sign)).unwrap(), "real");
            assert!(!folder.path().join(UNFINISHED_FILE).exists());
            refuse_as_real(&Config { data_dir: folder.path().to_owned(), ..Config::default() }).unwrap();
        }
    }
}
