//! The archive of an import: one table and the pictures that it names. What unpacks to more than it may is not unpacked.

use super::table::{TABLE_BYTES_MAX, TableError};
use crate::media::UPLOAD_BYTES_MAX;
use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use zip::ZipArchive;

/// The most files of an archive.
pub(crate) const FILES_MAX: usize = 500;
/// What all files that are unpacked of one archive may have together, in bytes.
const UNPACKED_BYTES_MAX: usize = 300 * 1024 * 1024;
/// The end of an archive, in which its directory is described: 22 bytes and a comment.
const TAIL_BYTES: u64 = 22 + 65_535;
/// Begins the description of the directory, and that of larger archives.
const DIRECTORY: &[u8] = b"PK\x05\x06";
const LARGE_DIRECTORY: &[u8] = b"PK\x06\x07";

/// Why an archive cannot be read, to be read after its name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ArchiveError {
    /// No archive, or half of one.
    #[error("is no zip archive that can be read")]
    Broken,
    /// Too many files.
    #[error("has more than {FILES_MAX} files")]
    TooManyFiles,
    /// No table, or several.
    #[error("must have exactly one .csv file, and has {0}")]
    Tables(usize),
    /// The table alone is too long.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Locked.
    #[error("is encrypted: make it without a password")]
    Encrypted,
}

/// Why a picture of an archive cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum FileError {
    /// Not there.
    #[error("is not in the archive")]
    Missing,
    /// Longer than a picture may be.
    #[error("must be at most 10 MB")]
    TooLong,
    /// All that was unpacked together is more than it may be.
    #[error("is too much: an archive may unpack to {} MB", UNPACKED_BYTES_MAX / 1024 / 1024)]
    TooMuch,
    /// Cannot be unpacked.
    #[error("cannot be unpacked")]
    Broken,
}

/// An archive whose table was read.
pub(crate) struct Archive {
    zip: ZipArchive<File>,
    /// Places of files, by path and by bare name in small letters.
    places: HashMap<String, usize>,
    unpacked: usize,
}

impl Archive {
    /// Opens an archive and unpacks its table.
    pub(crate) fn open(mut file: File) -> Result<(Self, Vec<u8>), ArchiveError> {
        check_directory(&mut file)?;
        let mut zip = ZipArchive::new(file).map_err(|_| ArchiveError::Broken)?;
        if zip.len() > FILES_MAX {
            return Err(ArchiveError::TooManyFiles);
        }
        let (mut places, mut tables) = (HashMap::new(), Vec::new());
        for at in 0..zip.len() {
            let entry = zip.by_index_raw(at).map_err(|_| ArchiveError::Broken)?;
            if entry.encrypted() {
                return Err(ArchiveError::Encrypted);
            }
            let path = entry.name().map_err(|_| ArchiveError::Broken)?.replace('\\', "/").to_lowercase();
            let name = path.rsplit('/').next().unwrap_or_default().to_owned();
            // What macOS adds.
            if entry.is_dir() || path.starts_with("__macosx/") || name.starts_with('.') {
                continue;
            }
            if name.rsplit_once('.').is_some_and(|(_, ending)| ending == "csv") {
                tables.push(at);
            }
            places.entry(name).or_insert(at);
            places.insert(path, at);
        }
        let [table] = tables.as_slice() else { return Err(ArchiveError::Tables(tables.len())) };
        let mut archive = Self { zip, places, unpacked: 0 };
        let table = archive.unpack(*table, TABLE_BYTES_MAX).map_err(|error| match error {
            FileError::TooLong => ArchiveError::Table(TableError::TooLong),
            FileError::Missing | FileError::TooMuch | FileError::Broken => ArchiveError::Broken,
        })?;
        Ok((archive, table))
    }

    /// Unpacks a picture by its path or name.
    pub(crate) fn picture(&mut self, name: &str) -> Result<Vec<u8>, FileError> {
        let path = name.trim().replace('\\', "/").to_lowercase();
        let path = path.trim_start_matches("./");
        let place = *self.places.get(path).ok_or(FileError::Missing)?;
        self.unpack(place, UPLOAD_BYTES_MAX)
    }

    /// Unpacks a file, whatever its directory says of its length: no further than to its limit.
    fn unpack(&mut self, place: usize, bytes_max: usize) -> Result<Vec<u8>, FileError> {
        let left = UNPACKED_BYTES_MAX.saturating_sub(self.unpacked).min(bytes_max);
        let entry = self.zip.by_index(place).map_err(|_| FileError::Broken)?;
        let mut bytes = Vec::new();
        entry.take(left as u64 + 1).read_to_end(&mut bytes).map_err(|_| FileError::Broken)?;
        self.unpacked += bytes.len();
        if bytes.len() <= left {
            Ok(bytes)
        } else if left < bytes_max {
            Err(FileError::TooMuch)
        } else {
            Err(FileError::TooLong)
        }
    }
}

/// Whether bytes begin as an archive does.
pub(crate) fn is_archive(beginning: &[u8]) -> bool {
    beginning.starts_with(b"PK\x03\x04") || beginning.starts_with(DIRECTORY)
}

/// Refuses an archive whose directory is too long, before anybody reads the directory.
fn check_directory(file: &mut File) -> Result<(), ArchiveError> {
    let broken = |_| ArchiveError::Broken;
    let length = file.seek(SeekFrom::End(0)).map_err(broken)?;
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL_BYTES))).map_err(broken)?;
    let mut tail = Vec::new();
    file.take(TAIL_BYTES).read_to_end(&mut tail).map_err(broken)?;
    file.rewind().map_err(broken)?;
    if tail.windows(4).any(|bytes| bytes == LARGE_DIRECTORY) {
        return Err(ArchiveError::TooManyFiles);
    }
    // How many are here, and how many in all: readers go by either.
    let counts: Vec<[usize; 2]> = tail
        .windows(22)
        .filter(|bytes| bytes.starts_with(DIRECTORY))
        .map(|bytes| [8_usize, 10].map(|at| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]))))
        .collect();
    match counts.iter().flatten().max() {
        None => Err(ArchiveError::Broken),
        Some(count) if *count > FILES_MAX => Err(ArchiveError::TooManyFiles),
        Some(_) if counts.iter().any(|[here, all]| here != all) => Err(ArchiveError::Broken),
        Some(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    fn archive(files: &[(&str, &[u8])]) -> File {
        let mut zip = ZipWriter::new(tempfile::tempfile().unwrap());
        for (name, bytes) in files {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap()
    }

    #[test]
    fn a_table_and_its_pictures_are_found() {
        let file = archive(&[("ads/Ads.CSV", b"title"), ("ads/img/A.png", b"one"), ("__MACOSX/x.csv", b"no")]);
        let (mut archive, table) = Archive::open(file).unwrap();
        assert_eq!(table, b"title");
        for name in ["a.png", "ADS/img/a.png", "ads\\img\\A.png"] {
            assert_eq!(archive.picture(name), Ok(b"one".to_vec()), "{name}");
        }
        assert_eq!(archive.picture("../ads/img/a.png"), Err(FileError::Missing));
    }

    #[test]
    fn hostile_archives_are_refused() {
        let check = |file: File, expected: ArchiveError| assert_eq!(Archive::open(file).err(), Some(expected));
        check(archive(&[]), ArchiveError::Tables(0));
        check(archive(&[("a.csv", b"x"), ("b.csv", b"x")]), ArchiveError::Tables(2));
        let many: Vec<String> = (0..=FILES_MAX).map(|n| format!("{n}.png")).collect();
        let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), b"".as_slice())).collect();
        check(archive(&many), ArchiveError::TooManyFiles);
        let mut cut = tempfile::tempfile().unwrap();
        cut.write_all(b"PK\x03\x04 and nothing").unwrap();
        check(cut, ArchiveError::Broken);
        // One that says of itself that it has one file in all, and more here.
        for (here, expected) in [(u16::MAX, ArchiveError::TooManyFiles), (2, ArchiveError::Broken)] {
            let mut lies = archive(&[("a.csv", b"x")]);
            lies.seek(SeekFrom::End(-22 + 8)).unwrap();
            lies.write_all(&here.to_le_bytes()).unwrap();
            check(lies, expected);
        }
        // A bomb: small here, long there.
        let zeros = vec![0; TABLE_BYTES_MAX + 1];
        check(archive(&[("a.csv", &zeros)]), ArchiveError::Table(TableError::TooLong));
        let long = vec![0; UPLOAD_BYTES_MAX + 1];
        let (mut bomb, _) = Archive::open(archive(&[("a.csv", b"x"), ("a.png", &long)])).unwrap();
        assert_eq!(bomb.picture("a.png"), Err(FileError::TooLong));
        let wide = vec![0; UPLOAD_BYTES_MAX];
        let (mut bomb, _) = Archive::open(archive(&[("a.csv", b"x"), ("a.png", &wide)])).unwrap();
        let unpacked = (0..100).take_while(|_| bomb.picture("a.png").is_ok()).count();
        assert!(unpacked <= UNPACKED_BYTES_MAX / UPLOAD_BYTES_MAX, "{unpacked}");
    }
}
