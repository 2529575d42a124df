//! Segment files: names, headers, and recovery at open.

use crate::error::LogError;
use crate::frame::{self, FRAME_BYTES_MAX, Parsed};
use crate::position::{Known, Place, Position, split};
use placard_model::event::EventRef;
use placard_model::time::UnixMs;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Bytes before the first record: magic, base offset, floor, checksum, and the lower half of the offset at which the
/// segment before ends, where that is not a matter of course; else zeros.
pub(crate) const SEGMENT_HEADER_BYTES: usize = 32;
/// The largest group: what one sync makes durable.
pub(crate) const GROUP_BYTES_MAX: usize = 4 << 20;
/// Bytes read at once when a segment is scanned.
const SCAN_CHUNK_BYTES: usize = 1 << 20;
const EXTENSION: &str = "log";
/// A log that goes on behind a gap begins at the next but one multiple of 2 to this (1 TiB): no log had more behind what
/// its readers have seen.
const GAP_BITS: u32 = 40;

const _: () = assert!(SCAN_CHUNK_BYTES >= FRAME_BYTES_MAX, "a whole record must fit the buffer");

/// How a segment follows the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follows {
    /// It begins where the one before ends.
    Plainly,
    /// A write failed: what the file before holds beyond this segment's base was never acknowledged.
    Failure,
    /// Records between the end of the one before and this segment's base are lost, and somebody decided to go on.
    Gap,
}

impl Follows {
    const ALL: [Self; 3] = [Self::Plainly, Self::Failure, Self::Gap];

    /// First bytes of a segment; the digit is the version of the form.
    const fn magic(self) -> &'static [u8; 8] {
        match self {
            Self::Plainly => b"PLCLOG1\n",
            Self::Failure => b"PLCCUT1\n",
            Self::Gap => b"PLCGAP1\n",
        }
    }
}

/// A file of the log.
#[derive(Clone, Debug)]
pub(crate) struct Segment {
    pub(crate) path: PathBuf,
    /// No record before this segment was appended later, none in it earlier.
    pub(crate) floor_ms: UnixMs,
    pub(crate) follows: Follows,
    /// Where its records end, if that is before the next segment's base: at a gap.
    pub(crate) gap_at: Option<u64>,
    /// When the last of them was appended; known at a gap.
    gap_after_ms: UnixMs,
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

/// A part of the log that is lost, and that somebody decided to go on without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Where the records before it end; 0 when none are left.
    pub from: u64,
    /// Where the records after it begin.
    pub to: u64,
    /// What is lost was not appended before this moment.
    pub before_ms: UnixMs,
    /// What follows was not appended before this one.
    pub after_ms: UnixMs,
}

impl Gap {
    /// Whether the record stood in the lost part.
    pub fn contains(&self, record: EventRef) -> bool {
        (self.from..self.to).contains(&split(record).1)
    }

    /// Where a reader goes on that has no place in the log any more.
    pub fn after(&self) -> Position {
        Position::embedded(self.to)
    }
}

/// The gaps between segments, in their order.
pub(crate) fn gaps(segments: &Segments) -> Vec<Gap> {
    let mut before: Option<&Segment> = None;
    let mut gaps = Vec::new();
    for (base, segment) in segments {
        if segment.follows == Follows::Gap {
            gaps.push(Gap {
                from: before.and_then(|before| before.gap_at).unwrap_or_default(),
                to: *base,
                before_ms: before.map_or(UnixMs::default(), |before| before.gap_after_ms),
                after_ms: segment.floor_ms,
            });
        }
        before = Some(segment);
    }
    gaps
}

/// The log on disk after recovery.
pub(crate) struct Opened {
    /// By base offset.
    pub(crate) segments: Segments,
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

/// The file of the segment at `base`.
pub(crate) fn path(dir: &Path, base: u64) -> PathBuf {
    dir.join(format!("{base:016x}.{EXTENSION}"))
}

/// Makes a segment durable, with its name in the folder, before anything is written to it. The one before ends at
/// `previous_end`.
pub(crate) fn create(
    dir: &Path,
    base: u64,
    floor_ms: UnixMs,
    follows: Follows,
    previous_end: u64,
) -> Result<(Segment, File), LogError> {
    let path = path(dir, base);
    let make = || {
        let mut file = OpenOptions::new().create_new(true).read(true).write(true).open(&path)?;
        file.write_all(&header(base, floor_ms, follows, previous_end as u32))?;
        file.sync_all()?;
        sync_dir(dir)?;
        Ok(file)
    };
    let file = make().map_err(LogError::io(&path))?;
    Ok((Segment { path, floor_ms, follows, gap_at: None, gap_after_ms: UnixMs::default() }, file))
}

/// Makes the names in a folder durable.
pub(crate) fn sync_dir(dir: &Path) -> io::Result<()> {
    File::open(dir)?.sync_all()
}

pub(crate) fn header(base: u64, floor_ms: UnixMs, follows: Follows, previous_end: u32) -> [u8; SEGMENT_HEADER_BYTES] {
    let mut bytes = [0; SEGMENT_HEADER_BYTES];
    bytes[..8].copy_from_slice(follows.magic());
    bytes[8..16].copy_from_slice(&base.to_le_bytes());
    bytes[16..24].copy_from_slice(&floor_ms.0.to_le_bytes());
    let crc = crc32fast::hash(&bytes[..24]);
    bytes[24..28].copy_from_slice(&crc.to_le_bytes());
    if follows != Follows::Plainly {
        bytes[28..32].copy_from_slice(&previous_end.to_le_bytes());
    }
    bytes
}

/// What a header tells.
#[derive(Clone, Copy)]
struct Header {
    floor_ms: UnixMs,
    follows: Follows,
    previous_end: u32,
}

/// What a header tells, if it is one of a segment at `base`.
fn read_header(bytes: &[u8], base: u64) -> Option<Header> {
    let floor_ms = UnixMs(i64::from_le_bytes(bytes.get(16..24)?.try_into().ok()?));
    let previous_end = u32::from_le_bytes(bytes.get(28..32)?.try_into().ok()?);
    let follows = Follows::ALL.into_iter().find(|follows| bytes.starts_with(follows.magic()))?;
    (bytes == header(base, floor_ms, follows, previous_end)).then_some(Header { floor_ms, follows, previous_end })
}

/// The segments of a folder, checked but not changed, and what the last one holds.
struct Found {
    segments: Segments,
    /// The last file, its length and how far its records are whole; none in an empty folder.
    last: Option<(File, u64, Scan)>,
}

impl Found {
    /// Where the next record would go; 0 in an empty folder.
    fn end(&self) -> u64 {
        let base = self.segments.last_key_value().map_or(0, |(base, _)| *base);
        self.last.as_ref().map_or(0, |(_, _, scan)| base + scan.end)
    }

    /// Cuts off what was never acknowledged, and makes the rest durable: what was written but not yet synced before a
    /// kill is whole, and may be read from now on. Returns the bytes that were cut off.
    fn cut(&self) -> Result<u64, LogError> {
        let (Some((file, length, scan)), Some((_, segment))) = (&self.last, self.segments.last_key_value()) else {
            return Ok(0);
        };
        if scan.end < *length {
            file.set_len(scan.end).map_err(LogError::io(&segment.path))?;
        }
        file.sync_all().map_err(LogError::io(&segment.path))?;
        Ok(length - scan.end)
    }
}

/// The segments by base offset.
pub(crate) type Segments = BTreeMap<u64, Segment>;

/// The segments in `dir`, which must exist: checks that all are there.
pub(crate) fn list_segments(dir: &Path) -> Result<Segments, LogError> {
    let mut files = list(dir)?;
    remove_torn_creation(dir, &mut files)?;
    let mut segments = BTreeMap::new();
    let mut headers = BTreeMap::new();
    for (base, path) in &files {
        let file = File::open(path).map_err(LogError::io(path))?;
        let mut bytes = [0; SEGMENT_HEADER_BYTES];
        let header = file.read_exact_at(&mut bytes, 0).ok().and_then(|()| read_header(&bytes, *base));
        let header = header.ok_or_else(|| corrupt(path, 0, "the segment's header is not readable"))?;
        let Header { floor_ms, follows, .. } = header;
        let gap_after_ms = UnixMs::default();
        segments.insert(*base, Segment { path: path.clone(), floor_ms, follows, gap_at: None, gap_after_ms });
        headers.insert(*base, header);
    }
    check_ends(&mut segments, &headers)?;
    Ok(segments)
}

/// Finds the log in `dir`, which must exist: checks that all segments are there, and that the last one is whole.
fn find(dir: &Path) -> Result<Found, LogError> {
    let segments = list_segments(dir)?;
    let Some((&base, last)) = segments.last_key_value() else { return Ok(Found { segments, last: None }) };
    let io = || LogError::io(&last.path);
    let file = OpenOptions::new().read(true).write(true).open(&last.path).map_err(io())?;
    let length = file.metadata().map_err(io())?.len();
    let scan = scan(&file, base, last, length)?;
    Ok(Found { last: Some((file, length, scan)), segments })
}

/// Opens the log in `dir`, which must exist: checks that all segments are there and whole and that it is the log whose
/// places are `known`, and cuts what the last segment holds of writes that were never acknowledged.
pub(crate) fn open(dir: &Path, known: &[Known]) -> Result<Opened, LogError> {
    let started = Instant::now();
    let found = find(dir)?;
    for known in known {
        check_known(dir, &found, known)?;
    }
    let end = found.end();
    let cut_bytes = found.cut()?;
    let Found { mut segments, last } = found;
    let mut recovery = Recovery::default();
    let Some((file, length, scan)) = last else {
        let (segment, file) = create(dir, 0, UnixMs::default(), Follows::Plainly, 0)?;
        segments.insert(0, segment);
        recovery = Recovery { segments: 1, took: started.elapsed(), ..recovery };
        return Ok(Opened { segments, file, end: first_record(0), last_ms: UnixMs::default(), recovery });
    };
    recovery.segments = segments.len();
    recovery.scanned_bytes = length;
    recovery.cut_bytes = cut_bytes;
    recovery.took = started.elapsed();
    Ok(Opened { segments, file, end, last_ms: scan.last_ms, recovery })
}

/// Whether the log in `dir` has all places that are `known`.
pub(crate) fn check(dir: &Path, known: &[Known]) -> Result<(), LogError> {
    let found = find(dir)?;
    known.iter().try_for_each(|known| check_known(dir, &found, known))
}

/// Begins a segment behind all that is `known`, so that the log goes on without what is lost; nothing when the log has
/// all of it.
pub(crate) fn continue_past(dir: &Path, known: &[Known], floor_ms: UnixMs) -> Result<Option<Gap>, LogError> {
    let found = find(dir)?;
    let mut is_needed = false;
    for known in known {
        match check_known(dir, &found, known) {
            Ok(()) => {}
            Err(LogError::EndsBefore { .. } | LogError::AnotherLog { .. }) => is_needed = true,
            Err(other) => return Err(other),
        }
    }
    if !is_needed {
        return Ok(None);
    }
    found.cut()?;
    let (from, last_ms) = (found.end(), found.last.as_ref().map_or(UnixMs::default(), |(_, _, scan)| scan.last_ms));
    let highest = known.iter().map(Known::offset).max().unwrap_or_default().max(from);
    // Clicks whose ids were given out may have stood behind everything that anybody knows of.
    let base = ((highest >> GAP_BITS) + 2) << GAP_BITS;
    let floor_ms = floor_ms.max(last_ms);
    create(dir, base, floor_ms, Follows::Gap, from)?;
    Ok(Some(Gap { from, to: base, before_ms: last_ms, after_ms: floor_ms }))
}

/// Refuses a log that does not have a place that somebody knows of.
fn check_known(dir: &Path, found: &Found, known: &Known) -> Result<(), LogError> {
    let (offset, end) = (known.offset(), found.end());
    let (folder, who) = (dir.to_owned(), known.who().to_owned());
    if offset == 0 {
        return Ok(());
    }
    if offset > end || (offset == end && matches!(known.place(), Place::Record(_))) {
        return Err(LogError::EndsBefore { folder, end, who, known: offset });
    }
    let Some((base, segment)) = found.segments.range(..=offset).next_back() else {
        let (oldest, first) = found.segments.first_key_value().map_or((0, None), |(base, first)| (*base, Some(first)));
        let is_decided = first.is_some_and(|first| first.follows == Follows::Gap);
        return match known.place() {
            Place::Record(_) => Ok(()),
            Place::Reader(_) if is_decided => Ok(()),
            Place::Reader(_) => Err(LogError::BeginsAfter { folder, oldest, who, known: offset }),
        };
    };
    // Between two segments, in a header, at the end, and in a gap no record begins.
    if offset < first_record(*base) || offset == end || segment.gap_at.is_some_and(|gap| offset >= gap) {
        return Ok(());
    }
    let file = File::open(&segment.path).map_err(LogError::io(&segment.path))?;
    let mut buffer = vec![0; FRAME_BYTES_MAX];
    let length = read_up_to(&file, &mut buffer, offset - base).map_err(LogError::io(&segment.path))?;
    match frame::parse(&buffer[..length], offset) {
        Parsed::Whole(_) => Ok(()),
        Parsed::Short(_) | Parsed::Bad => Err(LogError::AnotherLog { folder, who, known: offset }),
    }
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

/// Each segment begins where the one before ends, unless its header says otherwise.
fn check_ends(segments: &mut Segments, headers: &BTreeMap<u64, Header>) -> Result<(), LogError> {
    let mut bases = headers.iter().peekable();
    while let Some((base, _)) = bases.next() {
        let (Some((next, header)), Some(segment)) = (bases.peek(), segments.get_mut(base)) else { break };
        let length = fs::metadata(&segment.path).map_err(LogError::io(&segment.path))?.len();
        let end = base + length;
        let gap_at = gap_at(end, **next, header.previous_end).filter(|at| *at >= first_record(*base));
        let fits = match header.follows {
            Follows::Plainly => end == **next,
            Follows::Failure => end >= **next,
            Follows::Gap => gap_at.is_some(),
        };
        if !fits {
            return Err(corrupt(&segment.path, length, "the next segment does not begin where this one ends"));
        }
        if header.follows == Follows::Gap {
            let file = File::open(&segment.path).map_err(LogError::io(&segment.path))?;
            segment.gap_at = gap_at;
            let records = gap_at.unwrap_or(end) - base;
            segment.gap_after_ms = walk(&file, *base, segment, records)?.last_ms;
        }
    }
    Ok(())
}

/// Where the records end before a gap, by the lower half of that offset: at the end of the file, or before a damaged
/// part behind which the file goes on at least to the next segment. Nothing where the file is none of these.
fn gap_at(end: u64, next: u64, lower: u32) -> Option<u64> {
    if end <= next && end as u32 == lower {
        return Some(end);
    }
    let near = (next >> 32 << 32) | u64::from(lower);
    let near = if near > next { near.checked_sub(1 << 32)? } else { near };
    (end >= next).then_some(near)
}

/// How far records can be read.
pub(crate) struct Scan {
    /// Length of the file up to the last whole record.
    pub(crate) end: u64,
    /// When that was appended.
    pub(crate) last_ms: UnixMs,
}

/// Walks over all records of a file to its end, or to the first that is not whole and can be cut off.
fn scan(file: &File, base: u64, segment: &Segment, length: u64) -> Result<Scan, LogError> {
    let scan = walk(file, base, segment, length)?;
    if scan.end < length {
        check_unacknowledged(file, base, segment, scan.end, length)?;
    }
    Ok(scan)
}

/// Walks over the records of a file up to `length`, or to the first that is not whole.
pub(crate) fn walk(file: &impl ReadAt, base: u64, segment: &Segment, length: u64) -> Result<Scan, LogError> {
    let mut scan = Scan { end: SEGMENT_HEADER_BYTES as u64, last_ms: segment.floor_ms };
    let mut buffer = vec![0; SCAN_CHUNK_BYTES];
    loop {
        let wanted = buffer.len().min((length - scan.end) as usize);
        file.read_all_at(&mut buffer[..wanted], scan.end).map_err(LogError::io(&segment.path))?;
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
            return Ok(scan);
        }
    }
}

/// What records are read from.
pub(crate) trait ReadAt {
    /// Fills the buffer from an offset on.
    fn read_all_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()>;
}

impl ReadAt for File {
    fn read_all_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        self.read_exact_at(buffer, offset)
    }
}

/// Refuses to cut at `end` when what follows proves that the damaged record there had been acknowledged: more bytes
/// than one group has, or a whole record of a later group.
pub(crate) fn check_unacknowledged(
    file: &impl ReadAt,
    base: u64,
    segment: &Segment,
    end: u64,
    length: u64,
) -> Result<(), LogError> {
    let acknowledged = || corrupt(&segment.path, end, "an acknowledged record is not readable");
    if length - end > GROUP_BYTES_MAX as u64 {
        return Err(acknowledged());
    }
    let mut tail = vec![0; (length - end) as usize];
    file.read_all_at(&mut tail, end).map_err(LogError::io(&segment.path))?;
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

/// Fills the buffer from a place of the file on, as far as the file goes; the bytes that were read.
pub(crate) fn read_up_to(file: &File, buffer: &mut [u8], offset: u64) -> std::io::Result<usize> {
    let mut length = 0;
    while length < buffer.len() {
        match file.read_at(&mut buffer[length..], offset + length as u64)? {
            0 => break,
            read => length += read,
        }
    }
    Ok(length)
}
