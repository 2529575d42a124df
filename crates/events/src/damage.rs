//! Records in the middle of the log that cannot be read any more, and how to go on without them when no copy is left.
//!
//! What follows the damaged part is copied to a segment of its own, whose header says that a gap comes before it. The
//! damaged file stays as it is; what it holds behind the gap is not read again. The new file appears whole or not at
//! all.

use crate::error::LogError;
use crate::frame::{self, Parsed};
use crate::segment::{
    self, Follows, Gap, ReadAt, SEGMENT_HEADER_BYTES, Scan, Segment, Segments, check_unacknowledged, header, sync_dir,
    walk,
};
use placard_model::time::UnixMs;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

/// Linux's number of an input or output error (errno(3)).
const EIO: i32 = 5;
/// What a bad sector takes with it, in bytes.
const SECTOR_BYTES: usize = 4096;

/// A file on a disk that may refuse parts of it: these read as zeros, which are no record.
struct Disk<F>(F);

impl<F: ReadAt> ReadAt for Disk<F> {
    fn read_all_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        match self.0.read_all_at(buffer, offset) {
            Err(error) if error.raw_os_error() == Some(EIO) => {}
            result => return result,
        }
        let mut at = 0;
        while at < buffer.len() {
            // Up to the next border between sectors.
            let to_border = SECTOR_BYTES - (offset as usize + at) % SECTOR_BYTES;
            let piece = at..buffer.len().min(at + to_border);
            match self.0.read_all_at(&mut buffer[piece.clone()], offset + at as u64) {
                Err(error) if error.raw_os_error() == Some(EIO) => buffer[piece.clone()].fill(0),
                result => result?,
            }
            at = piece.end;
        }
        Ok(())
    }
}

/// A part of the log that cannot be read, with readable records before and behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The file.
    pub path: PathBuf,
    /// Where the records before it end.
    pub from: u64,
    /// Where the first record stands that can be read again.
    pub to: u64,
    /// When the last record before it was appended.
    pub before_ms: UnixMs,
    /// When the first one behind it was appended, or not before.
    pub after_ms: UnixMs,
    /// Where in the file the records behind it are; none where it lasts to the next segment.
    rest: Option<(u64, u64)>,
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { path, from, to, before_ms, after_ms, .. } = self;
        write!(
            f,
            "{}: positions {from} to {to} of the event log ({} bytes), written after {before_ms} and before {after_ms}, cannot \
             be read",
            path.display(),
            to - from
        )
    }
}

/// The first damaged part; none where all records are whole, but for an end that was never acknowledged. Reads the
/// whole log.
pub(crate) fn find(dir: &Path) -> Result<Option<Damage>, LogError> {
    let segments = segment::list_segments(dir)?;
    for (base, segment) in &segments {
        if let Some(damage) = find_in(&segments, *base, segment)? {
            return Ok(Some(damage));
        }
    }
    Ok(None)
}

fn find_in(segments: &Segments, base: u64, segment: &Segment) -> Result<Option<Damage>, LogError> {
    let io = || LogError::io(&segment.path);
    let file = Disk(File::open(&segment.path).map_err(io())?);
    let next = segments.range(base + 1..).next();
    let limit = match (segment.gap_at, next) {
        (Some(gap_at), _) => gap_at - base,
        (None, Some((next, _))) => next - base,
        (None, None) => file.0.metadata().map_err(io())?.len(),
    };
    let Scan { end, last_ms } = walk(&file, base, segment, limit)?;
    if end == limit {
        return Ok(None);
    }
    if next.is_none() && check_unacknowledged(&file, base, segment, end, limit).is_ok() {
        return Ok(None);
    }
    let mut bytes = vec![0; (limit - end) as usize];
    file.read_all_at(&mut bytes, end).map_err(io())?;
    let damage = |to: u64, after_ms: UnixMs, rest: Option<(u64, u64)>| Damage {
        path: segment.path.clone(),
        from: base + end,
        to: base + to,
        before_ms: last_ms,
        after_ms,
        rest,
    };
    let whole = |at: usize| match frame::parse(&bytes[at..], base + end + at as u64) {
        Parsed::Whole(frame) => Some(frame),
        Parsed::Short(_) | Parsed::Bad => None,
    };
    let mut found = (1..bytes.len()).find(|at| whole(*at).is_some());
    // The new segment's header needs room: a record or two more are lost where less is damaged.
    let mut skipped = None;
    while let Some(at) = found.filter(|at| *at < SEGMENT_HEADER_BYTES) {
        let Some(frame) = whole(at) else { break };
        let after = at + frame.size();
        skipped = Some((after as u64, frame.append_ms));
        found = (after..bytes.len()).find(|at| whole(*at).is_some());
    }
    if let Some((at, frame)) = found.and_then(|at| Some((at, whole(at)?))) {
        let to = end + at as u64;
        return Ok(Some(damage(to, frame.append_ms, Some((to, limit)))));
    }
    if let (None, Some((after, append_ms))) = (next, skipped) {
        let to = end + after;
        return Ok(Some(damage(to, append_ms, Some((to, to)))));
    }
    match next {
        Some((next, after)) => Ok(Some(damage(next - base, after.floor_ms, None))),
        // Nothing can be read behind it: the end of the log is lost.
        None => Ok(Some(damage(limit, last_ms, Some((limit, limit))))),
    }
}

/// Lets the log go on behind a damaged part.
pub(crate) fn go_past(dir: &Path, damage: &Damage) -> Result<Gap, LogError> {
    let Damage { path, from, to, before_ms, after_ms, rest } = damage;
    let Some((begin, end)) = *rest else { return mark_next(dir, damage) };
    let base = to - SEGMENT_HEADER_BYTES as u64;
    let new = segment::path(dir, base);
    let part = new.with_extension("part");
    let copy = || {
        let mut bytes = vec![0; (end - begin) as usize];
        Disk(File::open(path)?).read_all_at(&mut bytes, begin)?;
        let mut file = File::create(&part)?;
        file.write_all(&header(base, *after_ms, Follows::Gap, *from as u32))?;
        file.write_all(&bytes)?;
        file.sync_all()?;
        fs::rename(&part, &new)?;
        sync_dir(dir)
    };
    copy().map_err(LogError::io(&new))?;
    Ok(Gap { from: *from, to: base, before_ms: *before_ms, after_ms: *after_ms })
}

/// Nothing is left up to the next segment: its header says that a gap comes before it.
fn mark_next(dir: &Path, damage: &Damage) -> Result<Gap, LogError> {
    let Damage { from, to, before_ms, after_ms, .. } = damage;
    let path = segment::path(dir, *to);
    let mark = || {
        let file = File::options().write(true).open(&path)?;
        // Within one sector of the disk: written whole or not at all.
        file.write_all_at(&header(*to, *after_ms, Follows::Gap, *from as u32), 0)?;
        file.sync_all()
    };
    mark().map_err(LogError::io(&path))?;
    Ok(Gap { from: *from, to: *to, before_ms: *before_ms, after_ms: *after_ms })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Refuses what touches its second sector.
    struct BadSector(Vec<u8>);

    impl ReadAt for BadSector {
        fn read_all_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
            let (from, to) = (offset as usize, offset as usize + buffer.len());
            if from < 2 * SECTOR_BYTES && to > SECTOR_BYTES {
                return Err(io::Error::from_raw_os_error(EIO));
            }
            buffer.copy_from_slice(&self.0[from..to]);
            Ok(())
        }
    }

    #[test]
    fn a_bad_sector_reads_as_zeros_and_takes_nothing_else() {
        let whole: Vec<u8> = (0..4 * SECTOR_BYTES).map(|at| (at % 250) as u8 + 1).collect();
        for (from, to) in [(0, whole.len()), (100, 3 * SECTOR_BYTES + 1), (SECTOR_BYTES + 5, SECTOR_BYTES + 9)] {
            let mut read = vec![7; to - from];
            Disk(BadSector(whole.clone())).read_all_at(&mut read, from as u64).unwrap();
            let is_bad = |at: &usize| (SECTOR_BYTES..2 * SECTOR_BYTES).contains(at);
            let expected: Vec<u8> = (from..to).map(|at| if is_bad(&at) { 0 } else { whole[at] }).collect();
            assert!(read == expected, "{from} to {to}");
        }
    }
}
