//! One connection, as far as it waits for its other end: noted where bytes come and go, read by who looks after all.

use super::Patience;
use axum::body::{Body, Bytes};
use hyper::body::{Frame, Incoming, SizeHint};
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Instant;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::Notify;

/// Bits of [`Line::phase`] that tell the phase; the others tell since when.
const PHASE_BITS: u32 = 2;

/// What a connection is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The head of a request is awaited, and it is the first one, or has begun to come.
    Head = 0,
    /// Nothing came since the last answer.
    Idle = 1,
    /// A request is read, answered, and its answer sent.
    Request = 2,
}

/// A connection.
pub(super) struct Line {
    began: Instant,
    /// The phase and since when, in ms of the server's life.
    phase: AtomicU64,
    /// Since when the other end makes a request wait: for the rest of its body or for room to write, in ms of the server's
    /// life; 0: it does not.
    held: AtomicU64,
    is_closing: AtomicBool,
    close: Notify,
}

impl Line {
    /// One that has just been made, of a server that began then.
    pub(super) fn new(began: Instant) -> Self {
        let line = Self {
            began,
            phase: AtomicU64::new(0),
            held: AtomicU64::new(0),
            is_closing: AtomicBool::new(false),
            close: Notify::new(),
        };
        line.enter(Phase::Head);
        line
    }

    /// Never 0.
    fn now(&self) -> u64 {
        self.began.elapsed().as_millis() as u64 + 1
    }

    fn enter(&self, phase: Phase) {
        self.phase.store(self.now() << PHASE_BITS | phase as u64, Ordering::Relaxed);
    }

    fn phase(&self) -> (Phase, u64) {
        let both = self.phase.load(Ordering::Relaxed);
        let phase = match both & ((1 << PHASE_BITS) - 1) {
            0 => Phase::Head,
            1 => Phase::Idle,
            _ => Phase::Request,
        };
        (phase, both >> PHASE_BITS)
    }

    /// The head of a request was read.
    pub(super) fn begin_request(&self) {
        self.enter(Phase::Request);
    }

    /// The answer was made, though some of it may not be written yet.
    pub(super) fn end_answer(&self) {
        self.enter(Phase::Idle);
    }

    fn bytes_came(&self) {
        if self.phase().0 == Phase::Idle {
            self.enter(Phase::Head);
        }
    }

    /// Notes whether the other end makes us wait.
    fn hold(&self, is_pending: bool) {
        let was_held = self.held.load(Ordering::Relaxed) != 0;
        if was_held != is_pending {
            self.held.store(if is_pending { self.now() } else { 0 }, Ordering::Relaxed);
        }
    }

    /// Since when the other end is waited for; nothing while it is we who work.
    pub(super) fn waiting_since(&self) -> Option<u64> {
        match (self.held.load(Ordering::Relaxed), self.phase()) {
            (0, (Phase::Request, _)) => None,
            (0, (_, since)) => Some(since),
            (held, _) => Some(held),
        }
    }

    /// Whether the other end has been waited for too long.
    pub(super) fn is_overdue(&self, now: u64, patience: &Patience) -> bool {
        let passed = |since: u64, limit: u64| now.saturating_sub(since) > limit;
        let held = self.held.load(Ordering::Relaxed);
        match self.phase() {
            (Phase::Request, since) if held != 0 => passed(held, patience.stall) || passed(since, patience.transfer),
            (Phase::Request, _) => false,
            // The end of an answer that is not taken.
            _ if held != 0 => passed(held, patience.stall),
            (Phase::Head, since) => passed(since, patience.head),
            (Phase::Idle, since) => passed(since, patience.idle),
        }
    }

    pub(super) fn tell_to_close(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
        self.close.notify_one();
    }

    pub(super) async fn told_to_close(&self) {
        self.close.notified().await;
    }

    #[cfg(test)]
    pub(super) fn is_told_to_close(&self) -> bool {
        self.is_closing.load(Ordering::Relaxed)
    }
}

/// The socket of a line.
pub(super) struct Watched<S> {
    socket: S,
    line: Arc<Line>,
}

impl<S> Watched<S> {
    pub(super) fn new(socket: S, line: Arc<Line>) -> Self {
        Self { socket, line }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        ready!(Pin::new(&mut self.socket).poll_read(cx, into))?;
        if into.filled().len() > before {
            self.line.bytes_came();
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.socket).poll_write(cx, bytes);
        self.line.hold(written.is_pending());
        written
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.socket).poll_write_vectored(cx, parts);
        self.line.hold(written.is_pending());
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.socket.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_shutdown(cx)
    }
}

/// The body of a request, while it is read.
pub(super) struct Received {
    body: Incoming,
    line: Arc<Line>,
}

impl Received {
    pub(super) fn new(body: Incoming, line: Arc<Line>) -> Self {
        Self { body, line }
    }
}

impl hyper::body::Body for Received {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        self.line.hold(frame.is_pending());
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Received {
    fn drop(&mut self) {
        self.line.hold(false);
    }
}

/// The body of an answer, until the last of it was taken over for sending.
pub(super) struct Sent {
    body: Body,
    line: Arc<Line>,
}

impl Sent {
    pub(super) fn new(body: Body, line: Arc<Line>) -> Self {
        Self { body, line }
    }
}

impl hyper::body::Body for Sent {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Sent {
    fn drop(&mut self) {
        self.line.end_answer();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Patience = Patience { head: 10, idle: 100, stall: 20, transfer: 1_000 };

    #[test]
    fn each_kind_of_waiting_has_its_limit() {
        let check = |phase: Phase, since: u64, held: u64, now: u64, overdue: bool, waiting: Option<u64>| {
            let line = Line::new(Instant::now());
            line.phase.store(since << PHASE_BITS | phase as u64, Ordering::Relaxed);
            line.held.store(held, Ordering::Relaxed);
            let found = (line.is_overdue(now, &PATIENCE), line.waiting_since());
            assert_eq!(found, (overdue, waiting), "{phase:?} since {since}, held {held}, at {now}");
        };
        check(Phase::Head, 5, 0, 15, false, Some(5));
        check(Phase::Head, 5, 0, 16, true, Some(5));
        check(Phase::Idle, 5, 0, 105, false, Some(5));
        check(Phase::Idle, 5, 0, 106, true, Some(5));
        // We are the ones who work, however long.
        check(Phase::Request, 5, 0, 1_000_000, false, None);
        check(Phase::Request, 5, 500, 520, false, Some(500));
        check(Phase::Request, 5, 500, 521, true, Some(500));
        // Some bytes now and then do not help for ever.
        check(Phase::Request, 5, 1_005, 1_006, true, Some(1_005));
        check(Phase::Idle, 5, 6, 27, true, Some(6));
    }

    #[test]
    fn what_comes_and_goes_is_noted() {
        let line = Line::new(Instant::now());
        line.begin_request();
        line.hold(true);
        assert!(line.waiting_since().is_some());
        line.hold(false);
        line.bytes_came();
        assert_eq!((line.phase().0, line.waiting_since()), (Phase::Request, None));
        line.end_answer();
        assert_eq!(line.phase().0, Phase::Idle);
        line.bytes_came();
        assert_eq!(line.phase().0, Phase::Head);
    }
}
