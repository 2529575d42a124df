//! Files with what was computed from other files, valid as long as those have not changed.

use super::GeoError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::time::UNIX_EPOCH;

/// Identifies editions of the source files by size and time of change, and the layout of what is kept by `version`.
pub fn stamp(version: u32, sources: &[&Path]) -> Result<String, GeoError> {
    let mut stamp = format!("placard geo cache {version}");
    for path in sources {
        let found = fs::metadata(path).map_err(|error| GeoError::unreadable(path, error))?;
        let changed = found.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
        // Writing to memory does not fail.
        let _ = write!(stamp, " {}:{}", found.len(), changed.as_nanos());
    }
    Ok(stamp)
}

/// What was kept under this stamp; nothing when the file is missing, of another edition, or broken.
pub fn load<T: DeserializeOwned>(path: &Path, stamp: &str) -> Option<T> {
    let bytes = fs::read(path).ok()?;
    let (body, sum) = bytes.split_last_chunk::<4>().map(|(body, sum)| (body, u32::from_le_bytes(*sum)))?;
    let rest = body.strip_prefix(stamp.as_bytes())?.strip_prefix(b"\n")?;
    if checksum(body) != sum {
        return None;
    }
    postcard::from_bytes(rest).ok()
}

/// Keeps a value. A failure costs the next start some seconds and nothing else, so it is only told in the log.
pub fn keep<T: Serialize>(path: &Path, stamp: &str, value: &T) {
    if let Err(error) = try_keep(path, stamp, value) {
        tracing::warn!(path = %path.display(), %error, "cannot keep what was computed from the geo files");
    }
}

fn try_keep<T: Serialize>(path: &Path, stamp: &str, value: &T) -> anyhow::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut bytes = [stamp.as_bytes(), b"\n"].concat();
    bytes.extend(postcard::to_stdvec(value)?);
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    // Written beside and renamed: another process may read or write the same file.
    let beside = path.with_extension(format!("{}.tmp", std::process::id()));
    let mut file = fs::File::create(&beside)?;
    file.write_all(&bytes)?;
    drop(file);
    fs::rename(&beside, path)?;
    Ok(())
}

/// Finds torn files; FNV-1a over words is enough for that and runs at memory speed.
fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = 0xcbf2_9ce4_8422_2325u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0u8; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        sum = (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x0100_0000_01b3);
    }
    (sum ^ (sum >> 32)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_files_of_the_same_edition_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept.bin");
        keep(&path, "one", &vec![1u32, 2, 3]);
        assert_eq!(load::<Vec<u32>>(&path, "one"), Some(vec![1, 2, 3]));
        assert_eq!(load::<Vec<u32>>(&path, "two"), None);
        let bytes = fs::read(&path).unwrap();
        for length in 0..bytes.len() {
            fs::write(&path, &bytes[..length]).unwrap();
            assert_eq!(load::<Vec<u32>>(&path, "one"), None, "cut to {length} bytes");
        }
    }
}
