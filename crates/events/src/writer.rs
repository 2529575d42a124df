//! The one thread that writes: takes what is queued, writes it, syncs once, acknowledges all of it.

use crate::error::{AppendError, LogError};
use crate::frame::{self, FRAME_HEADER_BYTES};
use crate::log::{Appended, Shared};
use crate::position::{EMBEDDED, join};
use crate::segment::{self, Follows, GROUP_BYTES_MAX, Segment};
use placard_model::event::EVENT_BYTES_MAX;
use placard_model::time::UnixMs;
use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;

/// Events that may wait for the writer.
pub(crate) const QUEUE_EVENTS_MAX: usize = 100_000;
/// Bytes of events that may wait for the writer.
pub(crate) const QUEUE_BYTES_MAX: usize = 64 << 20;

/// After a failure, before the writer tries again.
const RETRY_PAUSE: Duration = Duration::from_secs(1);

const _: () = assert!(GROUP_BYTES_MAX >= EVENT_BYTES_MAX + FRAME_HEADER_BYTES, "every event must fit a group");

/// Encoded events that are acknowledged together.
pub(crate) struct Waiting {
    pub(crate) payloads: Vec<Vec<u8>>,
    /// Bytes in the file.
    pub(crate) bytes: usize,
    pub(crate) reply: oneshot::Sender<Result<Vec<Appended>, AppendError>>,
}

/// What waits for the writer.
#[derive(Default)]
pub(crate) struct Queue {
    waiting: VecDeque<Waiting>,
    events: usize,
    bytes: usize,
    /// No more appends, for good.
    closed: bool,
    /// No appends until the writer can write again, for this reason.
    failed: Option<AppendError>,
    /// No appends until somebody lets them in again, for this reason.
    held: Option<AppendError>,
}

impl Queue {
    /// Adds to the queue, unless it is full or the log refuses.
    pub(crate) fn push(&mut self, waiting: Waiting) -> Result<(), AppendError> {
        if let Some(reason) = self.refused() {
            return Err(reason);
        }
        if self.events + waiting.payloads.len() > QUEUE_EVENTS_MAX || self.bytes + waiting.bytes > QUEUE_BYTES_MAX {
            return Err(AppendError::Full);
        }
        self.events += waiting.payloads.len();
        self.bytes += waiting.bytes;
        self.waiting.push_back(waiting);
        Ok(())
    }

    /// Refuses everything from now on; what waits stays.
    pub(crate) fn close(&mut self) {
        self.closed = true;
    }

    /// Refuses everything for a reason, or no longer; what waits stays.
    pub(crate) fn hold(&mut self, reason: Option<AppendError>) {
        self.held = reason;
    }

    /// The reason why nothing is taken.
    pub(crate) fn refused(&self) -> Option<AppendError> {
        if self.closed { Some(AppendError::Closed) } else { self.failed.clone().or_else(|| self.held.clone()) }
    }

    /// Events and bytes that wait.
    pub(crate) fn depth(&self) -> (usize, usize) {
        (self.events, self.bytes)
    }

    fn take_all(&mut self) -> Vec<Waiting> {
        (self.events, self.bytes) = (0, 0);
        std::mem::take(&mut self.waiting).into()
    }

    fn take_group(&mut self) -> Vec<Waiting> {
        let mut group = Vec::new();
        let mut bytes = 0;
        while let Some(next) = self.waiting.front() {
            bytes += next.bytes;
            if bytes > GROUP_BYTES_MAX && !group.is_empty() {
                break;
            }
            let Some(next) = self.waiting.pop_front() else { break };
            self.events -= next.payloads.len();
            self.bytes -= next.bytes;
            group.push(next);
        }
        group
    }
}

/// The state of the thread.
pub(crate) struct Writer {
    shared: Arc<Shared>,
    file: File,
    /// Where the open segment begins.
    base: u64,
    /// Where the next record goes.
    end: u64,
    /// When the last record was appended.
    last_ms: UnixMs,
    buffer: Vec<u8>,
}

impl Writer {
    /// The open segment's file, where it begins, where its next record goes, and when the last one was appended.
    pub(crate) fn new(shared: Arc<Shared>, file: File, (base, end): (u64, u64), last_ms: UnixMs) -> Self {
        Self { shared, file, base, end, last_ms, buffer: Vec::new() }
    }

    /// Writes until the log is closed. After a failure it tries to begin a new segment, until it can.
    pub(crate) fn run(mut self) {
        let shared = Arc::clone(&self.shared);
        let work = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            while let Some(group) = self.next_group() {
                if let Err((group, error)) = self.write(group) {
                    tracing::error!(%error, "the event log takes nothing until it can write again");
                    self.refuse(group, &error);
                    if !self.recover() {
                        return;
                    }
                    tracing::info!(at = self.base, "the event log writes again, in a new segment");
                }
            }
        }));
        if work.is_err() {
            // The panic hook has told it. Nobody may wait for a writer that is gone.
            shared.change_queue(Queue::close);
            refuse_all(shared.queue.lock().take_all(), &AppendError::Closed);
        }
    }

    /// Waits for something to write; nothing once the log is closed.
    fn next_group(&self) -> Option<Vec<Waiting>> {
        let mut queue = self.shared.queue.lock();
        loop {
            let group = queue.take_group();
            if !group.is_empty() {
                return Some(group);
            }
            if queue.closed {
                return None;
            }
            self.shared.wake.wait(&mut queue);
        }
    }

    /// Refuses what comes, what waits and the group that was not written.
    fn refuse(&self, group: Vec<Waiting>, error: &AppendError) {
        let mut waiting = Vec::new();
        self.shared.change_queue(|queue| {
            queue.failed = Some(error.clone());
            waiting = queue.take_all();
        });
        refuse_all(group, error);
        refuse_all(waiting, error);
    }

    /// Tries from time to time to begin anew; whether that went well before the log was closed.
    fn recover(&mut self) -> bool {
        loop {
            let (is_closed, is_held) = {
                let mut queue = self.shared.queue.lock();
                if !queue.closed {
                    self.shared.wake.wait_for(&mut queue, RETRY_PAUSE);
                }
                (queue.closed, queue.held.is_some())
            };
            if is_closed {
                return false;
            }
            // Where space is short what little there is belongs to the databases.
            if is_held {
                continue;
            }
            match self.begin_anew() {
                Ok(()) => {
                    self.shared.change_queue(|queue| queue.failed = None);
                    return true;
                }
                Err(error) => tracing::debug!(%error, "the event log still cannot write"),
            }
        }
    }

    /// Goes on in a new segment, after a failed sync of which nobody knows what reached the disk: what the old file holds
    /// beyond the last acknowledged record is no part of the log, as the new segment's header tells.
    fn begin_anew(&mut self) -> Result<(), LogError> {
        if self.end == segment::first_record(self.base) {
            // Nothing is in this one but its header, which was durable before: the next group takes the whole place of the
            // one that failed. (Another segment at each try would fill the folder.)
            let path = segment::path(&self.shared.dir, self.base);
            return self
                .file
                .set_len(self.end - self.base)
                .and_then(|()| self.file.sync_all())
                .map_err(LogError::io(&path));
        }
        // Frees the space; readers stop at the new segment's base in any case.
        let _ = self.file.set_len(self.end - self.base);
        // An earlier try may have come half way.
        let path = segment::path(&self.shared.dir, self.end);
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(LogError::io(&path)(error)),
            _ => {}
        }
        let floor_ms = self.shared.last_ms();
        let (segment, file) = segment::create(&self.shared.dir, self.end, floor_ms, Follows::Failure, self.end)?;
        self.enter(segment, file);
        Ok(())
    }

    /// Writes to this segment, which begins at the end, from now on.
    fn enter(&mut self, segment: Segment, file: File) {
        self.shared.segments.write().insert(self.end, segment);
        self.base = self.end;
        self.end = segment::first_record(self.base);
        self.file = file;
    }

    /// Makes a group durable, then acknowledges it; gives it back on an error.
    fn write(&mut self, group: Vec<Waiting>) -> Result<(), (Vec<Waiting>, AppendError)> {
        let append_ms = self.shared.stamp();
        let result = self.roll_if_full(append_ms).and_then(|()| self.write_durably(&group, append_ms));
        match result {
            Ok(offsets) => {
                self.shared.made_durable(self.end);
                self.last_ms = append_ms;
                let mut offsets = offsets.into_iter();
                for waiting in group {
                    let at = offsets.by_ref().take(waiting.payloads.len());
                    let appended = at.map(|offset| Appended { at: join(EMBEDDED, offset), append_ms }).collect();
                    // A caller that no longer waits has its event in the log all the same.
                    let _ = waiting.reply.send(Ok(appended));
                }
                Ok(())
            }
            Err(error) => {
                self.shared.gave_up();
                // Best effort: what was not acknowledged should not come back after a restart.
                let _ = self.file.set_len(self.end - self.base);
                Err((group, AppendError::Io(Arc::new(error))))
            }
        }
    }

    fn write_durably(&mut self, group: &[Waiting], append_ms: UnixMs) -> io::Result<Vec<u64>> {
        self.buffer.clear();
        let mut offsets = Vec::with_capacity(group.len());
        for payload in group.iter().flat_map(|waiting| &waiting.payloads) {
            let back = self.buffer.len();
            offsets.push(self.end + back as u64);
            frame::put(&mut self.buffer, self.end + back as u64, append_ms, back as u32, payload);
        }
        self.file.write_all_at(&self.buffer, self.end - self.base)?;
        self.file.sync_data()?;
        self.end += self.buffer.len() as u64;
        Ok(offsets)
    }

    fn roll_if_full(&mut self, append_ms: UnixMs) -> io::Result<()> {
        // A day for itself, so that retention finds the end of one also where little is written.
        let is_of_today = self.last_ms.day() >= append_ms.day();
        let is_empty = self.end == segment::first_record(self.base);
        if self.end - self.base < self.shared.config.segment_bytes && (is_of_today || is_empty) {
            return Ok(());
        }
        let created = segment::create(&self.shared.dir, self.end, append_ms, Follows::Plainly, self.end);
        let (segment, file) = created.map_err(io::Error::other)?;
        self.enter(segment, file);
        Ok(())
    }
}

/// Answers everybody with the error.
fn refuse_all(group: Vec<Waiting>, error: &AppendError) {
    for waiting in group {
        // Nobody needs the answer of a caller that went away.
        let _ = waiting.reply.send(Err(error.clone()));
    }
}
