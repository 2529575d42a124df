//! The data folder: what Placard keeps in it, and that nobody but its owner reads that.

use anyhow::Context;
use rustix::fs::Mode;
use std::fs::{self, DirBuilder, Permissions};
use std::os::unix::fs::{DirBuilderExt as _, FileTypeExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

/// Rights of others than the owner.
const OF_OTHERS: u32 = 0o077;
/// The mark of a folder that many share, such as that for temporary files.
const STICKY: u32 = 0o1000;
/// The facts database in the data folder.
pub const STATS_FILE: &str = "stats.duckdb";
/// The event log in the data folder.
pub const LOG_FOLDER: &str = "events";
/// Mails that do not leave the machine.
pub const OUTBOX: &str = "outbox";
/// Pictures.
pub const MEDIA_FOLDER: &str = "media";

/// The file of a picture: two levels, so that no folder grows too large. `hash` is 64 lower-case hexadecimal digits.
pub fn media_path(data_dir: &Path, hash: &str, extension: &str) -> PathBuf {
    data_dir.join(MEDIA_FOLDER).join(&hash[..2]).join(format!("{hash}.{extension}"))
}

/// What a network is made of.
pub const NETWORK: &[&str] =
    &["placard.db", STATS_FILE, LOG_FOLDER, MEDIA_FOLDER, OUTBOX, "master.key", "control.sock", "demo.json", "clock"];
/// What can be computed again and belongs to no network.
const COMPUTED: &[&str] = &["geo", "demo.unfinished"];

/// MiB that are free for this process on the disk of a folder.
pub fn free_mib(folder: &Path) -> anyhow::Result<u64> {
    let found = rustix::fs::statvfs(folder).with_context(|| format!("cannot ask for space in {}", folder.display()))?;
    Ok(found.f_bavail.saturating_mul(found.f_frsize) >> 20)
}

/// From now on files and folders that the process makes are for their owner alone, whoever makes them: databases make
/// files of their own beside the one that was named.
pub fn close_new_files() {
    rustix::process::umask(Mode::from_bits_truncate(OF_OTHERS));
}

/// Makes the folder if there is none, and takes from others the rights to what is in it. Told in the log when there was
/// anything to take; what cannot be changed is told as well, and is the owner's business.
pub fn prepare(folder: &Path) -> anyhow::Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)
        .with_context(|| format!("cannot create the data folder {}", folder.display()))?;
    let mode = fs::metadata(folder).context("cannot read the data folder")?.permissions().mode();
    let mut closed = 0;
    for path in entries(folder, &[NETWORK, COMPUTED].concat())? {
        // Nobody else comes past a folder that was closed already.
        closed += if mode & OF_OTHERS == 0 { close(&path) } else { close_all(&path) };
    }
    // A folder that others share by intent keeps its rights. Last, so that a start that is interrupted begins again.
    if mode & STICKY == 0 {
        closed += close(folder);
    }
    if closed > 0 {
        tracing::warn!(folder = %folder.display(), closed, "took the rights of others from files of the data folder");
    }
    Ok(())
}

/// The entries of the folder that have one of the names, with what belongs to them (`placard.db-wal`).
pub fn entries(folder: &Path, names: &[&str]) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let entry = entry?;
        let of = |name: &&str| {
            let rest = entry.file_name().to_str().and_then(|known| known.strip_prefix(*name)).map(str::to_owned);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '.']))
        };
        if names.iter().any(of) {
            found.push(entry.path());
        }
    }
    Ok(found)
}

/// Closes a file, or a folder and all below it. How many were open to others.
fn close_all(path: &Path) -> usize {
    let mut closed = close(path);
    // Not behind links: what they lead to is not ours.
    if path.symlink_metadata().is_ok_and(|found| found.is_dir()) {
        for entry in fs::read_dir(path).into_iter().flatten().flatten() {
            closed += close_all(&entry.path());
        }
    }
    closed
}

/// Takes the rights of others. How many had some: one or none.
fn close(path: &Path) -> usize {
    let Ok(found) = path.symlink_metadata() else { return 0 };
    let mode = found.permissions().mode();
    let kind = found.file_type();
    if mode & OF_OTHERS == 0 || !(kind.is_file() || kind.is_dir() || kind.is_socket()) {
        return 0;
    }
    match fs::set_permissions(path, Permissions::from_mode(mode & 0o7777 & !OF_OTHERS)) {
        Ok(()) => 1,
        Err(error) => {
            tracing::warn!("others than its owner may read {}, which cannot be changed: {error}", path.display());
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_ours_is_closed_and_nothing_else() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("data");
        prepare(&folder).unwrap();
        let mode = |name: &str| fs::metadata(folder.join(name)).unwrap().permissions().mode() & 0o7777;
        assert_eq!(mode(""), 0o700);

        fs::create_dir_all(folder.join("media/ab")).unwrap();
        let files = ["placard.db", "placard.db-wal", "media/ab/x.webp", "master.key", "notes.txt", "eventsdiary"];
        for name in files {
            fs::write(folder.join(name), "x").unwrap();
        }
        let open = |names: &[&str]| {
            for name in names {
                let mode = if folder.join(name).is_dir() { 0o755 } else { 0o644 };
                fs::set_permissions(folder.join(name), Permissions::from_mode(mode)).unwrap();
            }
        };
        open(&["", "media", "media/ab"]);
        open(&files);
        prepare(&folder).unwrap();
        let modes = files.map(mode);
        assert_eq!(modes, [0o600, 0o600, 0o600, 0o600, 0o644, 0o644]);
        assert_eq!(["", "media", "media/ab"].map(mode), [0o700; 3]);

        // One that came from a backup into a closed folder.
        open(&["master.key"]);
        prepare(&folder).unwrap();
        assert_eq!(mode("master.key"), 0o600);
    }
}
