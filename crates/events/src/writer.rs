//! The one thread that writes: takes what is queued, writes it, syncs once, acknowledges all of it.

use crate::error::AppendError;
use crate::frame::{self, FRAME_HEADER_BYTES};
use crate::log::{Appended, Shared};
use crate::position::{EMBEDDED, join};
use crate::segment;
use placard_model::event::MAX_EVENT_BYTES;
use placard_model::time::UnixMs;
use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::sync::Arc;
use tokio::sync::oneshot;

/// The largest group: what one sync makes durable.
pub(crate) const GROUP_BYTES_MAX: usize = 4 << 20;
/// Events that may wait for the writer.
pub(crate) const QUEUE_EVENTS_MAX: usize = 100_000;
/// Bytes of events that may wait for the writer.
pub(crate) const QUEUE_BYTES_MAX: usize = 64 << 20;

const _: () = assert!(GROUP_BYTES_MAX >= MAX_EVENT_BYTES + FRAME_HEADER_BYTES, "every event must fit a group");

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
    /// Set once: no more appends, for this reason.
    refused: Option<AppendError>,
}

impl Queue {
    /// Adds to the queue, unless it is full or the log refuses.
    pub(crate) fn push(&mut self, waiting: Waiting) -> Result<(), AppendError> {
        if let Some(reason) = &self.refused {
            return Err(reason.clone());
        }
        if self.events + waiting.payloads.len() > QUEUE_EVENTS_MAX || self.bytes + waiting.bytes > QUEUE_BYTES_MAX {
            return Err(AppendError::Full);
        }
        self.events += waiting.payloads.len();
        self.bytes += waiting.bytes;
        self.waiting.push_back(waiting);
        Ok(())
    }

    /// Refuses everything from now on; what waits stays. The first reason stands.
    pub(crate) fn refuse(&mut self, reason: AppendError) {
        self.refused.get_or_insert(reason);
    }

    /// The reason why nothing is taken.
    pub(crate) fn refused(&self) -> Option<&AppendError> {
        self.refused.as_ref()
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
    buffer: Vec<u8>,
}

impl Writer {
    pub(crate) fn new(shared: Arc<Shared>, file: File, base: u64, end: u64) -> Self {
        Self { shared, file, base, end, buffer: Vec::new() }
    }

    /// Writes until the log is closed or the disk fails.
    pub(crate) fn run(mut self) {
        loop {
            let group = {
                let mut queue = self.shared.queue.lock();
                loop {
                    let group = queue.take_group();
                    if !group.is_empty() {
                        break group;
                    }
                    if queue.refused().is_some() {
                        return;
                    }
                    self.shared.wake.wait(&mut queue);
                }
            };
            if let Err(error) = self.write(group) {
                tracing::error!(%error, "the event log cannot write; it takes nothing more until a restart");
                let mut queue = self.shared.queue.lock();
                queue.refuse(error.clone());
                refuse_all(queue.take_all(), &error);
                return;
            }
        }
    }

    /// Makes a group durable, then acknowledges it; on an error tells it to everybody in the group.
    fn write(&mut self, group: Vec<Waiting>) -> Result<(), AppendError> {
        let append_ms = self.shared.stamp();
        let result = self.roll_if_full(append_ms).and_then(|()| self.write_durably(&group, append_ms));
        match result {
            Ok(offsets) => {
                self.shared.made_durable(self.end);
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
                // Best effort: what was not acknowledged should not come back after a restart.
                let _ = self.file.set_len(self.end - self.base);
                let error = AppendError::Io(Arc::new(error));
                refuse_all(group, &error);
                Err(error)
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
        if self.end - self.base < self.shared.config.segment_bytes {
            return Ok(());
        }
        let (segment, file) = segment::create(&self.shared.dir, self.end, append_ms).map_err(io::Error::other)?;
        self.shared.segments.write().insert(self.end, segment);
        self.base = self.end;
        self.end = segment::first_record(self.base);
        self.file = file;
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
