//! The layer that forgets: what was synced is there again, what was not is not, or in part.

use placard_sim::{build, powerloss};
use std::fs::{self, File, OpenOptions};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Set for the process that is the layer's victim: its data folder.
const VICTIM: &str = "PLACARD_POWERLOSS_VICTIM";

/// Writes in many ways, some synced, some not, and dies.
fn live_and_die(data: &Path) -> std::io::Result<()> {
    let create =
        |name: &str| OpenOptions::new().create(true).truncate(false).read(true).write(true).open(data.join(name));
    let sync_dir = |path: &Path| File::open(path).and_then(|dir| dir.sync_all());

    let mut appended = create("appended")?;
    appended.write_all(b"synced;")?;
    appended.sync_data()?;
    appended.write_all(b"not synced")?;

    let overwritten = create("overwritten")?;
    overwritten.write_all_at(&vec![b'a'; 100_000], 0)?;
    overwritten.sync_all()?;
    overwritten.write_all_at(b"bbb", 50_000)?;
    overwritten.sync_data()?;
    overwritten.write_all_at(b"cccccc", 70_000)?;

    let copied = appended.try_clone()?;
    drop(copied);

    let mut shrunk = create("shrunk")?;
    shrunk.write_all(b"0123456789")?;
    shrunk.sync_all()?;
    shrunk.set_len(2)?;
    shrunk.seek(SeekFrom::Start(6))?;
    shrunk.write_all(b"6")?;
    shrunk.sync_all()?;
    shrunk.set_len(0)?;

    let through_a_clone = create("cloned")?;
    let mut clone = through_a_clone.try_clone()?;
    clone.write_all(b"by a clone")?;
    through_a_clone.sync_all()?;

    create("named")?;
    create("removed")?.sync_all()?;
    create("old name")?.write_all(b"content of a renamed file")?;
    File::open(data.join("old name"))?.sync_all()?;
    sync_dir(data)?;
    fs::remove_file(data.join("removed"))?;
    fs::rename(data.join("old name"), data.join("new name"))?;

    fs::create_dir_all(data.join("deep/er"))?;
    let mut deep = File::create(data.join("deep/er/file"))?;
    deep.write_all(b"deep")?;
    deep.sync_all()?;
    fs::create_dir(data.join("lost"))?;
    fs::write(data.join("lost/file"), b"lost")?;

    fs::write(data.join("replaced"), b"one")?;
    File::open(data.join("replaced"))?.sync_all()?;
    fs::remove_file(data.join("replaced"))?;
    fs::write(data.join("replaced"), b"two, never synced")?;

    // As if killed: nothing is closed or flushed on the way out.
    std::process::abort();
}

/// Runs `live_and_die` in this test's own executable, under the layer.
fn victim(folder: &Path) -> PathBuf {
    let library = build::powerloss().unwrap();
    let folder = fs::canonicalize(folder).unwrap();
    let (data, shadow) = (folder.join("data"), folder.join("shadow"));
    fs::create_dir(&data).unwrap();
    fs::write(data.join("before"), b"there at the start").unwrap();
    let status = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "powerloss::a_power_loss_takes_what_was_not_synced", "--nocapture"])
        .env("LD_PRELOAD", library)
        .env(powerloss::WATCH, &data)
        .env(powerloss::SHADOW, &shadow)
        .env(VICTIM, &data)
        .output()
        .unwrap();
    assert!(!status.status.success(), "it was to die: {status:?}");
    folder
}

#[test]
fn a_power_loss_takes_what_was_not_synced() {
    if let Some(data) = std::env::var_os(VICTIM) {
        live_and_die(Path::new(&data)).unwrap();
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = victim(folder.path());
    let (data, shadow) = (folder.join("data"), folder.join("shadow"));
    assert_eq!(fs::read(data.join("appended")).unwrap(), b"synced;not synced", "the victim itself notices nothing");

    // With a chance of always 0 nothing of what was on its way arrives.
    let strict = folder.join("strict");
    let restored = powerloss::restore(&shadow, &data, &strict, &mut |_| 0).unwrap();
    assert_eq!(restored.torn_files, 0);
    let read = |name: &str| fs::read(strict.join(name)).ok();
    assert_eq!(read("before").as_deref(), Some(&b"there at the start"[..]));
    assert_eq!(read("appended").as_deref(), Some(&b"synced;"[..]));
    let mut expected = vec![b'a'; 100_000];
    expected[50_000..50_003].copy_from_slice(b"bbb");
    assert!(read("overwritten").unwrap() == expected);
    assert_eq!(read("shrunk").as_deref(), Some(&b"01\0\0\0\x006"[..]));
    assert_eq!(read("cloned").as_deref(), Some(&b"by a clone"[..]));
    assert_eq!(read("named").as_deref(), Some(&b""[..]), "its name was synced with the folder");
    assert_eq!(read("removed").as_deref(), Some(&b""[..]), "the removal was not synced");
    assert_eq!(read("old name").as_deref(), Some(&b"content of a renamed file"[..]), "nor the renaming");
    assert_eq!(read("new name"), None);
    assert_eq!(read("deep/er/file").as_deref(), Some(&b"deep"[..]), "a synced file keeps its name and folders");
    assert_eq!(read("lost/file"), None);
    assert_eq!(read("replaced").as_deref(), Some(&b"one"[..]));

    // Otherwise a part of it does, from the start on.
    let mut cuts = std::collections::BTreeSet::new();
    for seed in 1..60u64 {
        let to = folder.join(format!("torn {seed}"));
        let mut state = seed;
        let mut chance = |below| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        powerloss::restore(&shadow, &data, &to, &mut chance).unwrap();
        let appended = fs::read(to.join("appended")).unwrap();
        assert!(appended.starts_with(b"synced;") && b"synced;not synced".starts_with(&appended[..]));
        cuts.insert(appended.len());
    }
    assert!(cuts.len() > 4, "cut at many places: {cuts:?}");
}
