//! The log as its users see it.

use crate::damage::{self, Damage};
use crate::error::{AppendError, LogError};
use crate::frame::{self, FRAME_BYTES_MAX, FRAME_HEADER_BYTES, Parsed};
use crate::position::{EMBEDDED, Known, Position, join, split};
use crate::segment::{self, Follows, GROUP_BYTES_MAX, Gap, Recovery, Segment, corrupt, first_record, read_up_to};
use crate::writer::{Queue, Waiting, Writer};
use parking_lot::{Condvar, Mutex, RwLock};
use placard_model::event::{DecodeError, EVENT_BYTES_MAX, Event, EventRef, Record};
use placard_model::time::{Clock, UnixMs};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use tokio::sync::{oneshot, watch};

/// Size at which a segment is closed and the next begun. Recovery reads at most one.
const SEGMENT_BYTES: u64 = 64 << 20;
/// The most bytes of records in one batch, so that a reader far behind needs no more memory than one at the end.
const BATCH_BYTES_MAX: usize = 4 << 20;
/// Bytes read from a file at once.
const READ_CHUNK_BYTES: usize = 256 << 10;

const _: () = assert!(READ_CHUNK_BYTES >= FRAME_BYTES_MAX, "a whole record must fit the buffer");

/// Sizes of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogConfig {
    /// Size in bytes at which a segment is closed and the next begun; a new UTC day begins one too.
    pub segment_bytes: u64,
}

impl Default for LogConfig {
    fn default() -> Self {
        Self { segment_bytes: SEGMENT_BYTES }
    }
}

/// An event that is durable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// Where it stands.
    pub at: EventRef,
    /// When it was appended; never goes backwards along the log.
    pub append_ms: UnixMs,
}

/// Events in the order of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// The events.
    pub events: Vec<Record>,
    /// Whole records among them that this program cannot read.
    pub unreadable: Vec<Unreadable>,
    /// Where to read on.
    pub next: Position,
    /// Every record appended up to this moment lies before `next`; later ones may too.
    pub passed: UnixMs,
    /// There was nothing more to read.
    pub at_end: bool,
}

/// A record that is whole, and whose event this program cannot read: written by a later version, or malformed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Where it stands.
    pub at: EventRef,
    /// When it was appended.
    pub append_ms: UnixMs,
    /// Why it cannot be read.
    pub error: DecodeError,
}

/// What retention removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retired {
    /// Segments.
    pub segments: usize,
    /// Bytes.
    pub bytes: u64,
}

/// How far the log is, and what readers were told of it.
struct Tail {
    /// Everything before is durable.
    end: u64,
    /// No later record is stamped earlier.
    last_ms: UnixMs,
    /// The stamp of the group that is being written.
    writing: Option<UnixMs>,
}

/// What the writer's thread and the callers share.
pub(crate) struct Shared {
    pub(crate) dir: PathBuf,
    pub(crate) config: LogConfig,
    clock: Arc<dyn Clock>,
    pub(crate) queue: Mutex<Queue>,
    /// Whether the queue takes events, for those who only look.
    accepts: AtomicBool,
    pub(crate) wake: Condvar,
    /// By base offset; the last one is written to.
    pub(crate) segments: RwLock<BTreeMap<u64, Segment>>,
    tail: Mutex<Tail>,
    end: watch::Sender<u64>,
}

impl Shared {
    /// The append time of a group that is about to be written.
    pub(crate) fn stamp(&self) -> UnixMs {
        let now = self.clock.now();
        let mut tail = self.tail.lock();
        tail.last_ms = tail.last_ms.max(now);
        tail.writing = Some(tail.last_ms);
        tail.last_ms
    }

    /// The group that was stamped last was not written: the log may pass its time.
    pub(crate) fn gave_up(&self) {
        self.tail.lock().writing = None;
    }

    /// No later record is stamped earlier.
    pub(crate) fn last_ms(&self) -> UnixMs {
        self.tail.lock().last_ms
    }

    /// Changes whether and why the queue takes events, and wakes the writer.
    pub(crate) fn change_queue(&self, change: impl FnOnce(&mut Queue)) {
        let mut queue = self.queue.lock();
        change(&mut queue);
        self.accepts.store(queue.refused().is_none(), Ordering::Relaxed);
        drop(queue);
        self.wake.notify_all();
    }

    /// Shows readers everything before `end`.
    pub(crate) fn made_durable(&self, end: u64) {
        let mut tail = self.tail.lock();
        assert!(end > tail.end, "the log only grows");
        tail.end = end;
        tail.writing = None;
        self.end.send_replace(end);
    }

    /// The durable end, and the moment that the log has passed: no record stamped up to it will follow.
    fn end_and_passed(&self) -> (u64, UnixMs) {
        let now = self.clock.now();
        let mut tail = self.tail.lock();
        if tail.writing.is_none() {
            // The promise binds the writer, also if the clock is set back.
            tail.last_ms = tail.last_ms.max(now);
        }
        let next = tail.writing.unwrap_or(tail.last_ms);
        (tail.end, next.plus_ms(-1))
    }
}

/// The log's folder, held by this process: nobody else can open the log in it.
#[derive(Debug)]
pub struct LogFolder {
    dir: PathBuf,
    lock: File,
}

impl LogFolder {
    /// Takes the folder, which is made if there is none. Nothing of the log is read or written yet.
    pub fn lock(dir: &Path) -> Result<Self, LogError> {
        fs::create_dir_all(dir).map_err(LogError::io(dir))?;
        if let Some(parent) = dir.parent().filter(|p| !p.as_os_str().is_empty()) {
            segment::sync_dir(parent).map_err(LogError::io(parent))?;
        }
        let lock_path = dir.join("lock");
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(&lock_path);
        let lock = lock.map_err(LogError::io(&lock_path))?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => LogError::InUse(dir.to_owned()),
            TryLockError::Error(source) => LogError::Io { path: lock_path.clone(), source },
        })?;
        Ok(Self { dir: dir.to_owned(), lock })
    }

    /// Opens the log as [`Log::open`] does, if it has all places that are `known`; else nothing is changed.
    pub fn open(self, config: LogConfig, clock: Arc<dyn Clock>, known: &[Known]) -> Result<Log, LogError> {
        let Self { dir, lock } = self;
        let opened = segment::open(&dir, known)?;
        if opened.recovery.cut_bytes > 0 {
            tracing::warn!(bytes = opened.recovery.cut_bytes, "cut off writes that were never acknowledged");
        }
        let base = opened.segments.last_key_value().map_or(0, |(base, _)| *base);
        let shared = Arc::new(Shared {
            dir: dir.clone(),
            config,
            clock,
            queue: Mutex::default(),
            accepts: AtomicBool::new(true),
            wake: Condvar::new(),
            segments: RwLock::new(opened.segments),
            tail: Mutex::new(Tail { end: opened.end, last_ms: opened.last_ms, writing: None }),
            end: watch::Sender::new(opened.end),
        });
        let writer = Writer::new(Arc::clone(&shared), opened.file, (base, opened.end), opened.last_ms);
        let thread = std::thread::Builder::new().name("placard-log".to_owned()).spawn(move || writer.run());
        let thread = thread.map_err(LogError::io(&dir))?;
        Ok(Log { shared, writer: Mutex::new(Some(thread)), recovery: opened.recovery, _lock: lock })
    }

    /// Whether the log has all places that are `known`; changes nothing.
    pub fn check(&self, known: &[Known]) -> Result<(), LogError> {
        segment::check(&self.dir, known)
    }

    /// Lets the log go on without what is lost, behind all places that are `known`, so that no click id is given out
    /// twice. No record will be stamped before `floor_ms`. Changes nothing, and returns nothing, when the log has all of
    /// them.
    pub fn continue_past(&self, known: &[Known], floor_ms: UnixMs) -> Result<Option<Gap>, LogError> {
        segment::continue_past(&self.dir, known, floor_ms)
    }

    /// The first part of the log that cannot be read, with readable records before and behind it. Reads the whole log.
    pub fn find_damage(&self) -> Result<Option<Damage>, LogError> {
        damage::find(&self.dir)
    }

    /// Lets the log go on behind a damaged part. The damaged file stays.
    pub fn go_past(&self, damage: &Damage) -> Result<Gap, LogError> {
        damage::go_past(&self.dir, damage)
    }
}

/// The embedded event log: segment files in one folder that belongs to one process.
pub struct Log {
    shared: Arc<Shared>,
    writer: Mutex<Option<JoinHandle<()>>>,
    recovery: Recovery,
    /// Held as long as the log is open.
    _lock: File,
}

impl Log {
    /// Opens the log in `dir`, makes it if there is none, and starts the writer's thread. Append times come from
    /// `clock`. Reads at most the last segment; [`Log::recovery`] tells what was found.
    pub fn open(dir: &Path, config: LogConfig, clock: Arc<dyn Clock>) -> Result<Self, LogError> {
        LogFolder::lock(dir)?.open(config, clock, &[])
    }

    /// What was found when the log was opened.
    pub fn recovery(&self) -> Recovery {
        self.recovery
    }

    /// Writes an event; answers when it is durable. A caller that stops waiting may find the event in the log.
    pub async fn append(&self, event: Event) -> Result<Appended, AppendError> {
        let appended = self.append_all(vec![event]).await?;
        Ok(*appended.first().expect("one event was given, and as many answers come as events were given"))
    }

    /// Writes several events with one sync, in their order and next to each other; answers when all are durable.
    /// Together they take at most 4 MiB.
    pub async fn append_all(&self, events: Vec<Event>) -> Result<Vec<Appended>, AppendError> {
        if events.is_empty() {
            return Ok(Vec::new());
        }
        self.append_encoded(events.iter().map(Event::encode).collect()).await
    }

    /// Writes records that are encoded already, like [`Log::append_all`]: for tests of what readers do with records that
    /// no program of today writes.
    #[doc(hidden)]
    pub async fn append_encoded(&self, payloads: Vec<Vec<u8>>) -> Result<Vec<Appended>, AppendError> {
        if let Some(large) = payloads.iter().find(|payload| payload.len() > EVENT_BYTES_MAX) {
            return Err(AppendError::TooLarge { bytes: large.len(), limit: EVENT_BYTES_MAX });
        }
        let bytes = payloads.iter().map(|payload| FRAME_HEADER_BYTES + payload.len()).sum();
        if bytes > GROUP_BYTES_MAX {
            return Err(AppendError::TooLarge { bytes, limit: GROUP_BYTES_MAX });
        }
        let (reply, answer) = oneshot::channel();
        self.shared.queue.lock().push(Waiting { payloads, bytes, reply })?;
        self.shared.wake.notify_one();
        // The writer answers everybody, also when it stops; only a panic in its thread drops an answer.
        answer.await.unwrap_or(Err(AppendError::Closed))
    }

    /// The reason why the log takes no events at present; none while it works.
    pub fn refused(&self) -> Option<AppendError> {
        self.shared.queue.lock().refused()
    }

    /// Whether the log takes events at present: one look at memory, without a lock.
    pub fn accepts(&self) -> bool {
        self.shared.accepts.load(Ordering::Relaxed)
    }

    /// Takes no events until [`Log::release`], for the reason given. What waits is still written.
    pub fn hold(&self, reason: AppendError) {
        self.shared.change_queue(|queue| queue.hold(Some(reason)));
    }

    /// Takes events again after [`Log::hold`].
    pub fn release(&self) {
        self.shared.change_queue(|queue| queue.hold(None));
    }

    /// The last append time that was given, or promised to readers: no later record is stamped earlier.
    pub fn last_stamp(&self) -> UnixMs {
        self.shared.tail.lock().last_ms
    }

    /// Parts that are lost and that somebody decided to go on without, as long as the records behind them are kept.
    pub fn gaps(&self) -> Vec<Gap> {
        segment::gaps(&self.shared.segments.read())
    }

    /// Events and bytes that wait for the writer, for metrics.
    pub fn queue_depth(&self) -> (usize, usize) {
        self.shared.queue.lock().depth()
    }

    /// The durable end of the log.
    pub fn end(&self) -> Position {
        Position::embedded(self.shared.tail.lock().end)
    }

    /// At most `max_events` (and 4 MiB) of durable events from a position on; with `until`, none appended later. Those
    /// that this program cannot read count and are told apart: a reader decides what becomes of them.
    /// Blocks on the disk where the page cache does not have them.
    pub fn read(&self, from: &Position, max_events: usize, until: Option<UnixMs>) -> Result<Batch, LogError> {
        let (end, passed) = self.shared.end_and_passed();
        let from = from.offset(EMBEDDED);
        if from > end {
            return Err(LogError::Beyond { offset: from, end });
        }
        let mut reading = Reading {
            log: self,
            at: from,
            end,
            events: Vec::new(),
            unreadable: Vec::new(),
            last_ms: UnixMs(i64::MIN),
            bytes: 0,
            buffer: Vec::new(),
        };
        let stop = reading.fill(max_events, until)?;
        let Reading { at, events, unreadable, last_ms, .. } = reading;
        let passed = match stop {
            Stop::End => passed,
            Stop::Until => until.unwrap_or(passed).min(passed),
            // More records of the same millisecond may follow.
            Stop::Full => last_ms.plus_ms(-1).min(passed),
        };
        Ok(Batch { events, unreadable, next: Position::embedded(at), passed, at_end: stop == Stop::End })
    }

    /// Reads one record again.
    pub fn get(&self, at: EventRef) -> Result<Record, LogError> {
        let (partition, offset) = split(at);
        let end = self.shared.tail.lock().end;
        if partition != EMBEDDED || offset >= end {
            return Err(LogError::NotFound(at));
        }
        let (base, segment) = self.segment_of(offset)?;
        if offset < first_record(base) {
            return Err(LogError::NotFound(at));
        }
        let file = File::open(&segment.path).map_err(LogError::io(&segment.path))?;
        let mut buffer = vec![0; FRAME_BYTES_MAX.min((end - offset) as usize)];
        let length = read_up_to(&file, &mut buffer, offset - base).map_err(LogError::io(&segment.path))?;
        match frame::parse(&buffer[..length], offset) {
            Parsed::Whole(frame) => {
                let event = Event::decode(frame.payload).map_err(|error| LogError::Unreadable { at, error })?;
                Ok(Record { at, append_ms: frame.append_ms, event })
            }
            Parsed::Short(_) | Parsed::Bad => Err(LogError::NotFound(at)),
        }
    }

    /// Waits until there is something to read after a position, or the log is closed.
    pub async fn wait_past(&self, position: &Position) {
        let from = position.offset(EMBEDDED);
        let mut end = self.shared.end.subscribe();
        // The sender lives as long as the log.
        let _ = end.wait_for(|end| *end > from || *end == u64::MAX).await;
    }

    /// A position at or before the first record that was appended at `moment` or later: the start of its segment.
    pub fn position_before(&self, moment: UnixMs) -> Position {
        let segments = self.shared.segments.read();
        let found = segments.iter().rev().find(|(_, segment)| segment.floor_ms < moment);
        Position::embedded(found.map_or(0, |(base, _)| *base))
    }

    /// When the oldest record that is kept was appended; none in an empty log. Blocks on the disk.
    pub fn kept_since(&self) -> Result<Option<UnixMs>, LogError> {
        let first = self.read(&Position::default(), 1, None)?;
        let unreadable = first.unreadable.first().map(|record| record.append_ms);
        Ok(first.events.first().map(|record| record.append_ms).or(unreadable))
    }

    /// How many bytes there are from the oldest record that is kept to the end.
    pub fn kept_bytes(&self) -> u64 {
        let end = self.shared.tail.lock().end;
        self.shared.segments.read().first_key_value().map_or(0, |(base, _)| end.saturating_sub(*base))
    }

    /// Removes whole segments whose records are all older than `oldest_kept` and lie before `slowest`, the position of
    /// the reader that is most behind. The last segment always stays.
    pub fn apply_retention(&self, oldest_kept: UnixMs, slowest: &Position) -> Result<Retired, LogError> {
        let slowest = slowest.offset(EMBEDDED);
        let mut retired = Retired::default();
        loop {
            let (base, segment, bytes, is_followed_late) = {
                let segments = self.shared.segments.read();
                let mut first = segments.iter();
                let (Some((base, segment)), Some((next, after))) = (first.next(), first.next()) else { break };
                if *next > slowest || segment.floor_ms >= oldest_kept {
                    break;
                }
                let bytes = segment.gap_at.unwrap_or(*next) - base;
                (*base, segment.clone(), bytes, after.floor_ms >= oldest_kept)
            };
            let path = segment.path.clone();
            if is_followed_late {
                // Nothing may have come for a long time: only its own last record tells how old it is.
                let file = File::open(&path).map_err(LogError::io(&path))?;
                let scan = segment::walk(&file, base, &segment, bytes)?;
                if scan.last_ms >= oldest_kept || scan.end < bytes {
                    break;
                }
            }
            // First out of the list, then from the disk: a reader finds it whole or not at all.
            self.shared.segments.write().remove(&base);
            fs::remove_file(&path).map_err(LogError::io(&path))?;
            // One by one and in order, so that a crash leaves no gap.
            segment::sync_dir(&self.shared.dir).map_err(LogError::io(&self.shared.dir))?;
            retired.segments += 1;
            retired.bytes += bytes;
        }
        Ok(retired)
    }

    /// Takes no more events, waits until those that wait are durable, and ends the writer's thread.
    pub fn close(&self) {
        self.shared.change_queue(Queue::close);
        if let Some(thread) = self.writer.lock().take() {
            // A panic of the writer was reported by the panic hook already.
            let _ = thread.join();
        }
        self.shared.end.send_replace(u64::MAX);
    }

    fn segment_of(&self, offset: u64) -> Result<(u64, Segment), LogError> {
        let segments = self.shared.segments.read();
        if let Some((base, segment)) = segments.range(..=offset).next_back() {
            return Ok((*base, segment.clone()));
        }
        let oldest = segments.first_key_value().map_or(0, |(base, _)| *base);
        Err(LogError::Retired { offset, oldest })
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        self.close();
    }
}

impl std::fmt::Debug for Log {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Log").field("dir", &self.shared.dir).field("end", &self.end()).finish_non_exhaustive()
    }
}

/// Why a read stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    /// Nothing more is durable.
    End,
    /// The next record is later than the caller asked for.
    Until,
    /// The batch is full.
    Full,
}

struct Reading<'a> {
    log: &'a Log,
    at: u64,
    end: u64,
    events: Vec<Record>,
    unreadable: Vec<Unreadable>,
    /// When the last record was appended.
    last_ms: UnixMs,
    bytes: usize,
    buffer: Vec<u8>,
}

impl Reading<'_> {
    fn fill(&mut self, max_events: usize, until: Option<UnixMs>) -> Result<Stop, LogError> {
        if let Some((base, first)) = self.log.shared.segments.read().first_key_value()
            && (self.at == 0 || first.follows == Follows::Gap)
        {
            // The beginning is wherever the oldest kept segment starts; readers of a lost part go on behind it.
            self.at = self.at.max(*base);
        }
        while self.at < self.end {
            let (base, segment) = self.log.segment_of(self.at)?;
            self.at = self.at.max(first_record(base));
            let segments = self.log.shared.segments.read();
            let next = segments.range(base + 1..).next().map_or(self.end, |(next, _)| (*next).min(self.end));
            drop(segments);
            let last = segment.gap_at.unwrap_or(next);
            if self.at < last {
                let file = File::open(&segment.path).map_err(LogError::io(&segment.path))?;
                while self.at < last {
                    if let Some(stop) = self.chunk(&file, base, &segment, last, max_events, until)? {
                        return Ok(stop);
                    }
                }
            }
            self.at = self.at.max(next);
        }
        Ok(Stop::End)
    }

    /// Takes the records of one read from the file.
    fn chunk(
        &mut self,
        file: &File,
        base: u64,
        segment: &Segment,
        next: u64,
        max_events: usize,
        until: Option<UnixMs>,
    ) -> Result<Option<Stop>, LogError> {
        self.buffer.resize(READ_CHUNK_BYTES.min((next - self.at) as usize), 0);
        file.read_exact_at(&mut self.buffer, self.at - base).map_err(LogError::io(&segment.path))?;
        let mut used = 0;
        loop {
            match frame::parse(&self.buffer[used..], self.at) {
                Parsed::Whole(frame) => {
                    if until.is_some_and(|until| frame.append_ms > until) {
                        return Ok(Some(Stop::Until));
                    }
                    if self.events.len() + self.unreadable.len() >= max_events
                        || self.bytes + frame.size() > BATCH_BYTES_MAX
                    {
                        return Ok(Some(Stop::Full));
                    }
                    let (at, append_ms) = (join(EMBEDDED, self.at), frame.append_ms);
                    match Event::decode(frame.payload) {
                        Ok(event) => self.events.push(Record { at, append_ms, event }),
                        Err(error) => self.unreadable.push(Unreadable { at, append_ms, error }),
                    }
                    self.last_ms = append_ms;
                    self.bytes += frame.size();
                    self.at += frame.size() as u64;
                    used += frame.size();
                }
                Parsed::Short(_) if used > 0 => return Ok(None),
                Parsed::Short(_) | Parsed::Bad => {
                    return Err(corrupt(&segment.path, self.at - base, "an acknowledged record is not readable"));
                }
            }
            if used == self.buffer.len() {
                return Ok(None);
            }
        }
    }
}
