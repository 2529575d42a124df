//! Segment files: names, headers, and recovery at open.

use crate::error::LogError;
use crate::frame::{self, FRAME_BYTES_MAX, Parsed};
use crate::writer::GROUP_BYTES_MAX;
use placard_model::time::UnixMs;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Bytes before the first record: magic, base offset, floor, checksum, zeros.
pub(crate) const SEGMENT_HEADER_BYTES: usize = 32;
/// First bytes of every segment; the digit is the version of the form.
const MAGIC: &[u8; 8] = b"PLCLOG1\n";
/// Bytes read at once when a segment is scanned.
const SCAN_CHUNK_BYTES: usize = 1 << 20;
const EXTENSION: &str = "log";

const _: () = assert!(SCAN_CHUNK_BYTES >= FRAME_BYTES_MAX, "a whole record must fit the buffer");

/// A file of the log.
#[derive(Clone, Debug)]
pub(crate) struct Segment {
    pub(crate) path: PathBuf,
    /// No record before this segment was appended later, none in it earlier.
    pub(crate) floor_ms: UnixMs,
}

/// What was found when the log was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recovery {
    /// Segments in the folder.
    pub segments: usize,
    /// Bytes that were read: at most those of the last segment, however large the log is.
    pub scanned_bytes: u64,
    /// Bytes of writes that were never acknowledged and did not reach the disk whole; they were cut off.
    pub cut_bytes: u64,
    /// How long it took.
    pub took: Duration,
}

/// The log on disk after recovery.
pub(crate) struct Opened {
    /// By base offset.
    pub(crate) segments: BTreeMap<u64, Segment>,
    /// The last segment, open for writing.
    pub(crate) file: File,
    /// Where the next record goes.
    pub(crate) end: u64,
    /// The append time of the last record.
    pub(crate) last_ms: UnixMs,
    pub(crate) recovery: Recovery,
}

/// The first offset at which a record can stand after `base`.
pub(crate) const fn first_record(base: u64) -> u64 {
    base + SEGMENT_HEADER_BYTES as u64
}

/// Makes a segment durable, with its name in the folder, before anything is written to it.
pub(crate) fn create(dir: &Path, base: u64, floor_ms: UnixMs) -> Result<(Segment, File), LogError> {
    let path = dir.join(format!("{base:016x}.{EXTENSION}"));
    let make = || {
        let mut file = OpenOptions::new().create_new(true).read(true).write(true).open(&path)?;
        file.write_all(&header(base, floor_ms))?;
        file.sync_all()?;
        sync_dir(dir)?;
        Ok(file)
    };
    let file = make().map_err(LogError::io(&path))?;
    Ok((Segment { path, floor_ms }, file))
}

/// Makes the names in a folder durable.
pub(crate) fn sync_dir(dir: &Path) -> io::Result<()> {
    File::open(dir)?.sync_all()
}

fn header(base: u64, floor_ms: UnixMs) -> [u8; SEGMENT_HEADER_BYTES] {
    let mut bytes = [0; SEGMENT_HEADER_BYTES];
    bytes[..8].copy_from_slice(MAGIC);
    bytes[8..16].copy_from_slice(&base.to_le_bytes());
    bytes[16..24].copy_from_slice(&floor_ms.0.to_le_bytes());
    let crc = crc32fast::hash(&bytes[..24]);
    bytes[24..28].copy_from_slice(&crc.to_le_bytes());
    bytes
}

/// The floor told by a header, if it is one of a segment at `base`.
fn read_header(bytes: &[u8], base: u64) -> Option<UnixMs> {
    let floor_ms = UnixMs(i64::from_le_bytes(bytes.get(16..24)?.try_into().ok()?));
    (bytes == header(base, floor_ms)).then_some(floor_ms)
}

/// Opens the log in `dir`, which must exist: checks that all segments are there and whole, and cuts what the last one
/// holds of writes that were never acknowledged.
pub(crate) fn open(dir: &Path) -> Result<Opened, LogError> {
    let started = Instant::now();
    let mut files = list(dir)?;
    remove_torn_creation(dir, &mut files)?;
    let mut segments = BTreeMap::new();
    for (base, path) in &files {
        let file = File::open(path).map_err(LogError::io(path))?;
        let mut bytes = [0; SEGMENT_HEADER_BYTES];
        let floor_ms = file.read_exact_at(&mut bytes, 0).ok().and_then(|()| read_header(&bytes, *base));
        let floor_ms = floor_ms.ok_or_else(|| corrupt(path, 0, "the segment's header is not readable"))?;
        segments.insert(*base, Segment { path: path.clone(), floor_ms });
    }
    check_no_gap(&segments)?;
    let mut recovery = Recovery::default();
    let Some((&base, last)) = segments.last_key_value() else {
        let (segment, file) = create(dir, 0, UnixMs::default())?;
        segments.insert(0, segment);
        recovery = Recovery { segments: 1, took: started.elapsed(), ..recovery };
        return Ok(Opened { segments, file, end: first_record(0), last_ms: UnixMs::default(), recovery });
    };
    let io = || LogError::io(&last.path);
    let file = OpenOptions::new().read(true).write(true).open(&last.path).map_err(io())?;
    let length = file.metadata().map_err(io())?.len();
    let scan = scan(&file, base, last, length)?;
    if scan.end < length {
        file.set_len(scan.end).map_err(io())?;
    }
    // What was written but not yet synced before a kill is whole, and may be read from now on: only once it is durable.
    file.sync_all().map_err(io())?;
    recovery.segments = segments.len();
    recovery.scanned_bytes = length;
    recovery.cut_bytes = length - scan.end;
    recovery.took = started.elapsed();
    Ok(Opened { segments, file, end: base + scan.end, last_ms: scan.last_ms, recovery })
}

/// The segments by base offset.
fn list(dir: &Path) -> Result<BTreeMap<u64, PathBuf>, LogError> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(dir).map_err(LogError::io(dir))? {
        let path = entry.map_err(LogError::io(dir))?.path();
        if path.extension().is_some_and(|e| e == EXTENSION) {
            let base = path.file_stem().and_then(|s| s.to_str()).and_then(|s| u64::from_str_radix(s, 16).ok());
            let base = base.ok_or_else(|| corrupt(&path, 0, "the file's name is not that of a segment"))?;
            files.insert(base, path);
        }
    }
    Ok(files)
}

/// A segment gets its first record only when its header is durable: a last segment without a whole header, and nothing
/// behind it, is a creation that a crash interrupted.
fn remove_torn_creation(dir: &Path, files: &mut BTreeMap<u64, PathBuf>) -> Result<(), LogError> {
    let Some((&base, path)) = files.last_key_value() else { return Ok(()) };
    let bytes = fs::metadata(path).map_err(LogError::io(path))?.len();
    if bytes > SEGMENT_HEADER_BYTES as u64 {
        return Ok(());
    }
    let whole = fs::read(path).map_err(LogError::io(path))?;
    if read_header(&whole, base).is_none() {
        fs::remove_file(path).and_then(|()| sync_dir(dir)).map_err(LogError::io(path))?;
        files.remove(&base);
    }
    Ok(())
}

fn check_no_gap(segments: &BTreeMap<u64, Segment>) -> Result<(), LogError> {
    let mut bases = segments.iter().peekable();
    while let Some((base, segment)) = bases.next() {
        let Some((next, _)) = bases.peek() else { break };
        let length = fs::metadata(&segment.path).map_err(LogError::io(&segment.path))?.len();
        if base + length != **next {
            return Err(corrupt(&segment.path, length, "the next segment does not begin where this one ends"));
        }
    }
    Ok(())
}

struct Scan {
    /// Length of the file up to the last whole record.
    end: u64,
    last_ms: UnixMs,
}

/// Walks over all records of a file to its end or to the first that is not whole.
fn scan(file: &File, base: u64, segment: &Segment, length: u64) -> Result<Scan, LogError> {
    let mut scan = Scan { end: SEGMENT_HEADER_BYTES as u64, last_ms: segment.floor_ms };
    let mut buffer = vec![0; SCAN_CHUNK_BYTES];
    loop {
        let wanted = buffer.len().min((length - scan.end) as usize);
        file.read_exact_at(&mut buffer[..wanted], scan.end).map_err(LogError::io(&segment.path))?;
        let chunk = &buffer[..wanted];
        let mut at = 0;
        while let Parsed::Whole(frame) = frame::parse(&chunk[at..], base + scan.end) {
            scan.end += frame.size() as u64;
            scan.last_ms = frame.append_ms;
            at += frame.size();
        }
        if scan.end == length {
            return Ok(scan);
        }
        if at == 0 {
            check_unacknowledged(file, base, segment, scan.end, length)?;
            return Ok(scan);
        }
    }
}

/// Refuses to cut at `end` when what follows proves that the damaged record there had been acknowledged: more bytes
/// than one group has, or a whole record of a later group.
fn check_unacknowledged(file: &File, base: u64, segment: &Segment, end: u64, length: u64) -> Result<(), LogError> {
    let acknowledged = || corrupt(&segment.path, end, "an acknowledged record is not readable");
    if length - end > GROUP_BYTES_MAX as u64 {
        return Err(acknowledged());
    }
    let mut tail = vec![0; (length - end) as usize];
    file.read_exact_at(&mut tail, end).map_err(LogError::io(&segment.path))?;
    for at in 1..tail.len() {
        let offset = base + end + at as u64;
        if let Parsed::Whole(frame) = frame::parse(&tail[at..], offset)
            && offset - u64::from(frame.back) > base + end
        {
            return Err(acknowledged());
        }
    }
    Ok(())
}

pub(crate) fn corrupt(path: &Path, offset: u64, what: &str) -> LogError {
    LogError::Corrupt { path: path.to_owned(), offset, what: what.to_owned() }
}
