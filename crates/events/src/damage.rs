//! Records in the middle of the log that cannot be read any more, and how to go on without them when no copy is left.
//!
//! What follows the damaged part is copied to a segment of its own, whose header says that a gap comes before it. The
//! damaged file stays as it is; what it holds behind the gap is not read again. The new file appears whole or not at
//! all.

use crate::error::LogError;
use crate::frame::{self, Parsed};
use crate::segment::{
    self, Follows, Gap, SEGMENT_HEADER_BYTES, Scan, Segment, Segments, check_unacknowledged, header, sync_dir, walk,
};
use placard_model::time::UnixMs;
use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

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
    let file = File::open(&segment.path).map_err(io())?;
    let next = segments.range(base + 1..).next();
    let limit = match (segment.gap_at, next) {
        (Some(gap_at), _) => gap_at - base,
        (None, Some((next, _))) => next - base,
        (None, None) => file.metadata().map_err(io())?.len(),
    };
    let Scan { end, last_ms } = walk(&file, base, segment, limit)?;
    if end == limit {
        return Ok(None);
    }
    if next.is_none() && check_unacknowledged(&file, base, segment, end, limit).is_ok() {
        return Ok(None);
    }
    let mut bytes = vec![0; (limit - end) as usize];
    file.read_exact_at(&mut bytes, end).map_err(io())?;
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
        None => check_unacknowledged(&file, base, segment, end, limit).map(|()| None),
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
        File::open(path)?.read_exact_at(&mut bytes, begin)?;
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
