//! Power loss without pulling a plug: what `placard-powerloss`, loaded into a process, has seen synced is put in the
//! place of the process's folder.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

/// The variable that names the watched folder to the layer: absolute, without links.
pub const WATCH: &str = "POWERLOSS_WATCH";
/// The variable that names the shadow folder to the layer: absolute, without links, outside the watched one.
pub const SHADOW: &str = "POWERLOSS_SHADOW";
/// The variable that names a file to the layer: while it is there, every sync of a watched file fails.
pub const FAIL: &str = "POWERLOSS_FAIL";
/// The variable that names a file to the layer: while it is there, every write to a watched file finds a full disk.
pub const FULL: &str = "POWERLOSS_FULL";
/// The variable that names a file to the layer: so many milliseconds the process sees the machine's clock ahead.
pub const CLOCK: &str = "POWERLOSS_CLOCK";
/// The variable that names a folder to the layer whose syncs count for nothing.
pub const FORGET: &str = "POWERLOSS_FORGET";
/// Contents of files, by number, in the shadow.
const OBJECTS: &str = "objects";
/// Durable names, a file for each folder, in the shadow.
const NAMES: &str = "names";
/// Stands for the end of a field in a file of names.
const FIELD: u8 = 0;

/// What was put back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Restored {
    /// Files.
    pub files: usize,
    /// Files that hold a part of writes which were never synced.
    pub torn_files: usize,
    /// Bytes of writes that were lost.
    pub lost_bytes: u64,
}

/// Writes into `to`, an empty folder, what `shadow` knows to be durable, and for each file, up to a byte that `chance`
/// chooses, what `live`, the watched folder after the kill, has beyond that. `chance(n)` gives a number below n.
pub fn restore(shadow: &Path, live: &Path, to: &Path, chance: &mut dyn FnMut(u64) -> u64) -> io::Result<Restored> {
    let mut restored = Restored::default();
    folder(shadow, live, to, Path::new(""), chance, &mut restored)?;
    Ok(restored)
}

fn folder(
    shadow: &Path,
    live: &Path,
    to: &Path,
    relative: &Path,
    chance: &mut dyn FnMut(u64) -> u64,
    restored: &mut Restored,
) -> io::Result<()> {
    fs::create_dir_all(to.join(relative))?;
    let escaped = relative.to_string_lossy().replace('%', "%25").replace('/', "%2F");
    let names = match fs::read(shadow.join(NAMES).join(format!("@{escaped}"))) {
        Ok(names) => names,
        // A folder whose own names were never synced is empty.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let mut fields = names.split(|byte| *byte == FIELD);
    while let (Some(name), Some(object)) = (fields.next(), fields.next()) {
        let path = relative.join(OsStr::from_bytes(name));
        if object.is_empty() {
            folder(shadow, live, to, &path, chance, restored)?;
            continue;
        }
        let durable = match fs::read(shadow.join(OBJECTS).join(OsStr::from_bytes(object))) {
            Ok(bytes) => bytes,
            // The name was synced, the content never.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        let present = fs::read(live.join(&path)).unwrap_or_default();
        restored.files += 1;
        fs::write(to.join(&path), torn(durable, &present, chance, restored))?;
    }
    Ok(())
}

/// The durable content with the first part of what differs from it in the present one.
fn torn(mut durable: Vec<u8>, present: &[u8], chance: &mut dyn FnMut(u64) -> u64, restored: &mut Restored) -> Vec<u8> {
    let differs = |at: &usize| durable.get(*at) != present.get(*at);
    let differing: Vec<usize> = (0..present.len()).filter(differs).collect();
    if differing.is_empty() {
        return durable;
    }
    // Often nothing at all was on its way, and often all of it but the end.
    let kept = match chance(4) {
        0 => 0,
        1 => differing.len().saturating_sub(chance(200) as usize),
        _ => chance(differing.len() as u64 + 1) as usize,
    };
    for at in &differing[..kept] {
        match durable.get_mut(*at) {
            Some(byte) => *byte = present[*at],
            None => durable.push(present[*at]),
        }
    }
    restored.torn_files += usize::from(kept > 0);
    restored.lost_bytes += (differing.len() - kept) as u64;
    durable
}
