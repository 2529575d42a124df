//! Connections: how many there are at once, and how long one may make the server wait.
//!
//! A connection that waits for its other end (for a request, for the rest of one, or for room to write an answer) costs a
//! descriptor and some memory and gives nothing. Each kind of waiting has a limit of time; and when all places are taken,
//! those that have waited longest make room for who comes. So whoever opens connections and is silent on them, or sends or
//! reads slowly, closes their own, and the others are answered.

mod line;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use ipnet::IpNet;
use line::{Line, Received, Sent, Watched};
use parking_lot::Mutex;
use placard_common::config::{Config, ConnectionSettings};
use placard_common::visitor::{is_global, visitor_prefix};
use rustc_hash::FxHashMap;
use rustix::process::{Resource, getrlimit, setrlimit};
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::Service;

/// Files that the process wants to be allowed to open, if the system lets it.
const OPEN_FILES_WANTED: u64 = 65_536;
/// Open files that connections leave to databases, log, pictures and mail.
const OPEN_FILES_KEPT: u64 = 256;
/// The fewest connections that are allowed, however few files may be open.
const CONNECTIONS_MIN: usize = 8;
/// Connections that were told to close may be so many beyond the limit, until they have.
const CLOSING_MAX: usize = 32;
/// Of all places, this part is made free at once when none is left: looking for who waits longest costs more than closing.
const FREED_PART: usize = 64;
/// Connections that are looked at to find who waits longest.
const LOOKED_AT_MAX: usize = 4_096;
/// How often connections are looked at whether they wait for too long.
const LOOK_PAUSE: Duration = Duration::from_secs(1);
/// Until the next attempt when the system gave no connection for want of descriptors or memory.
const ACCEPT_PAUSE: Duration = Duration::from_millis(20);
/// Between two lines of the log about the same.
const TELL_PAUSE: Duration = Duration::from_secs(10);
/// Bytes of a request's head, or of a part of its body, that are kept of one connection.
const READ_BUFFER_BYTES: usize = 64 * 1024;

/// Raises the number of files that the process may open, as far as the system allows. A failure is told in the log: it
/// leaves fewer connections and nothing else.
pub fn raise_open_files() {
    let mut limit = getrlimit(Resource::Nofile);
    let wanted = limit.maximum.map_or(OPEN_FILES_WANTED, |maximum| maximum.min(OPEN_FILES_WANTED));
    if limit.current.is_some_and(|current| current < wanted) {
        limit.current = Some(wanted);
        if let Err(error) = setrlimit(Resource::Nofile, limit) {
            tracing::warn!("cannot raise the number of open files to {wanted}: {error}");
        }
    }
}

/// How many connections fit in the files that the process may open.
fn fitting(wanted: usize) -> usize {
    let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    let fitting = usize::try_from(files.saturating_sub(OPEN_FILES_KEPT)).unwrap_or(usize::MAX);
    if fitting < wanted {
        tracing::warn!(
            "only {files} files may be open, so at most {} connections are served at once instead of {wanted}: raise \
             the limit (ulimit -n, LimitNOFILE)",
            fitting.max(CONNECTIONS_MIN)
        );
    }
    wanted.min(fitting).max(CONNECTIONS_MIN)
}

/// Serves on a listener until the token is cancelled, then ends when all requests are answered. Fails never: what the
/// system does not give now is asked for again.
pub async fn serve(listener: TcpListener, router: Router, config: &Config, stop: CancellationToken) {
    let table = Arc::new(Table::new(&config.connections, config.trusted_proxies.clone()));
    let tasks = TaskTracker::new();
    let looking = tokio::spawn(look(Arc::clone(&table)));
    let mut told: Option<Instant> = None;
    loop {
        let accepted = tokio::select! {
            biased;
            () = stop.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => {
                let Some(seat) = table.admit(peer.ip()) else { continue };
                tasks.spawn(talk(stream, peer, seat, router.clone(), stop.clone()));
                // Those that were told to close need their turn to do so.
                while table.is_crowded() && !stop.is_cancelled() {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
            }
            Err(error) if is_of_the_connection(error.kind()) => {}
            Err(error) => {
                table.free_some();
                if told.is_none_or(|at| at.elapsed() > TELL_PAUSE) {
                    told = Some(Instant::now());
                    tracing::error!("the system gives no new connections: {error}");
                }
                metrics::counter!("placard_connections_not_accepted_total").increment(1);
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
    drop(listener);
    tasks.close();
    tasks.wait().await;
    looking.abort();
}

/// Whether accepting failed because of that one connection.
fn is_of_the_connection(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::ConnectionRefused | ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset)
}

/// Closes what waits for too long.
async fn look(table: Arc<Table>) {
    loop {
        tokio::time::sleep(LOOK_PAUSE).await;
        table.close_overdue();
    }
}

/// Serves one connection to its end.
async fn talk(stream: TcpStream, peer: SocketAddr, seat: Seat, router: Router, stop: CancellationToken) {
    let line = &seat.line;
    let service = service_fn(|request: axum::http::Request<Incoming>| {
        let (mut parts, body) = request.into_parts();
        parts.extensions.insert(ConnectInfo(peer));
        line.begin_request();
        let body = Body::new(Received::new(body, Arc::clone(line)));
        let answer = router.clone().call(axum::http::Request::from_parts(parts, body));
        let line = Arc::clone(line);
        async move { answer.await.map(|response| response.map(|body| Sent::new(body, line))) }
    });
    let io = TokioIo::new(Watched::new(stream, Arc::clone(line)));
    let mut builder = http1::Builder::new();
    builder.max_buf_size(READ_BUFFER_BYTES).header_read_timeout(None);
    let mut connection = pin!(builder.serve_connection(io, service));
    let mut stopping = false;
    loop {
        tokio::select! {
            result = connection.as_mut() => {
                if let Err(error) = result {
                    tracing::trace!("a connection ended: {error}");
                }
                break;
            }
            () = line.told_to_close() => break,
            () = stop.cancelled(), if !stopping => {
                stopping = true;
                connection.as_mut().graceful_shutdown();
            }
        }
    }
}

/// Limits of time, in ms.
#[derive(Clone, Copy, Debug)]
struct Patience {
    head: u64,
    idle: u64,
    stall: u64,
    transfer: u64,
}

/// All connections.
struct Table {
    began: Instant,
    max: usize,
    per_source: usize,
    /// The same for an address that is not of the internet: a proxy that nobody named, or the gate of a network.
    per_private_source: usize,
    patience: Patience,
    /// Not counted by address: others stand behind them.
    trusted: Vec<IpNet>,
    places: Mutex<Places>,
}

#[derive(Default)]
struct Places {
    next: u64,
    /// Connections that were not told to close, oldest first.
    lines: BTreeMap<u64, (Option<IpAddr>, Arc<Line>)>,
    by_source: FxHashMap<IpAddr, BTreeSet<u64>>,
    /// Where the next look at all of them begins.
    looked_to: u64,
    /// All that are open, also those that were told to close and have not yet.
    open: usize,
}

/// A connection's place; free again when it is dropped.
struct Seat {
    id: u64,
    line: Arc<Line>,
    table: Arc<Table>,
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut places = self.table.places.lock();
        places.forget(self.id);
        places.open -= 1;
        metrics::gauge!("placard_connections").set(places.open as f64);
    }
}

impl Places {
    /// Counts a connection no longer; nothing if it was forgotten before.
    fn forget(&mut self, id: u64) -> Option<Arc<Line>> {
        let (source, line) = self.lines.remove(&id)?;
        if let Some(source) = source
            && let Some(ids) = self.by_source.get_mut(&source)
        {
            ids.remove(&id);
            if ids.is_empty() {
                self.by_source.remove(&source);
            }
        }
        Some(line)
    }

    fn close(&mut self, id: u64, reason: &'static str) {
        if let Some(line) = self.forget(id) {
            line.tell_to_close();
            metrics::counter!("placard_connections_closed_total", "reason" => reason).increment(1);
        }
    }

    /// Closes those that have waited longest for their other end, of one source or of all. How many. At most
    /// [`LOOKED_AT_MAX`] are looked at, each time others: who comes pays for no more.
    fn close_longest(&mut self, of: Option<IpAddr>, count: usize) -> usize {
        let since = |id: &u64| Some((self.lines.get(id)?.1.waiting_since()?, *id));
        let mut waiting: Vec<(u64, u64)> = if let Some(source) = of {
            self.by_source.get(&source).into_iter().flatten().take(LOOKED_AT_MAX).filter_map(since).collect()
        } else {
            let from = self.looked_to;
            let round = self.lines.range(from..).chain(self.lines.range(..from));
            let looked_at: Vec<u64> = round.map(|(id, _)| *id).take(LOOKED_AT_MAX).collect();
            self.looked_to = looked_at.last().map_or(0, |last| last + 1);
            looked_at.iter().filter_map(since).collect()
        };
        if waiting.len() > count {
            waiting.select_nth_unstable(count);
            waiting.truncate(count);
        }
        for (_, id) in &waiting {
            self.close(*id, if of.is_some() { "source_full" } else { "full" });
        }
        waiting.len()
    }
}

impl Table {
    fn new(settings: &ConnectionSettings, trusted: Vec<IpNet>) -> Self {
        let ms = |seconds: u32| u64::from(seconds) * 1000;
        Self {
            began: Instant::now(),
            max: fitting(settings.max as usize),
            per_source: settings.per_address as usize,
            per_private_source: settings.per_private_address as usize,
            patience: Patience {
                head: ms(settings.head_s),
                idle: ms(settings.idle_s),
                stall: ms(settings.stall_s),
                transfer: ms(settings.transfer_s),
            },
            trusted,
            places: Mutex::default(),
        }
    }

    /// A place for a connection, for which others may have to go; none when all others are at work.
    fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Seat> {
        let address = address.to_canonical();
        let source = (!self.trusted.iter().any(|net| net.contains(&address))).then(|| visitor_prefix(address));
        let per_source = if is_global(address) { self.per_source } else { self.per_private_source };
        let mut places = self.places.lock();
        let full = places.lines.len() >= self.max && places.close_longest(None, self.max / FREED_PART + 1) == 0;
        let source_full = source.is_some_and(|source| {
            places.by_source.get(&source).is_some_and(|ids| ids.len() >= per_source)
                && places.close_longest(Some(source), per_source / FREED_PART + 1) == 0
        });
        if full || source_full {
            metrics::counter!("placard_connections_closed_total", "reason" => "refused").increment(1);
            return None;
        }
        let id = places.next;
        places.next += 1;
        let line = Arc::new(Line::new(self.began));
        places.lines.insert(id, (source, Arc::clone(&line)));
        if let Some(source) = source {
            places.by_source.entry(source).or_default().insert(id);
        }
        places.open += 1;
        metrics::gauge!("placard_connections").set(places.open as f64);
        Some(Seat { id, line, table: Arc::clone(self) })
    }

    /// Whether too many of those that were told to close still have to.
    fn is_crowded(&self) -> bool {
        let places = self.places.lock();
        places.open >= places.lines.len() + CLOSING_MAX.max(self.max / FREED_PART * 2)
    }

    /// Closes some of those that wait, for want of descriptors.
    fn free_some(&self) {
        self.places.lock().close_longest(None, CLOSING_MAX);
    }

    fn close_overdue(&self) {
        let now = self.began.elapsed().as_millis() as u64;
        let mut places = self.places.lock();
        let overdue =
            |(id, (_, line)): (&u64, &(Option<IpAddr>, Arc<Line>))| line.is_overdue(now, &self.patience).then_some(*id);
        let overdue: Vec<u64> = places.lines.iter().filter_map(overdue).collect();
        for id in overdue {
            places.close(id, "time");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(max: u32, per_address: u32) -> Arc<Table> {
        let private = per_address * 2;
        let settings =
            ConnectionSettings { max, per_address, per_private_address: private, ..ConnectionSettings::default() };
        let trusted = vec!["10.0.0.0/8".parse().unwrap()];
        // However few files this machine lets be open.
        Arc::new(Table { max: max as usize, ..Table::new(&settings, trusted) })
    }

    #[test]
    fn who_waits_longest_makes_room() {
        let table = table(8, 4);
        let address = |n: u8| IpAddr::from([203, 0, 113, n]);
        let mut seats: Vec<Seat> = (0..8).map(|n| table.admit(address(n)).unwrap()).collect();
        // The first is at work, and stays; the second has waited longest.
        seats[0].line.begin_request();
        std::thread::sleep(Duration::from_millis(2));
        seats[2].line.begin_request();
        seats[2].line.end_answer();
        seats.push(table.admit(address(9)).unwrap());
        let closed: Vec<bool> = seats.iter().map(|seat| seat.line.is_told_to_close()).collect();
        assert!(!closed[0] && !closed[2] && !closed[8], "{closed:?}");
        assert_eq!(closed.iter().filter(|closed| **closed).count(), 1);

        for seat in &seats {
            seat.line.begin_request();
        }
        assert!(table.admit(address(10)).is_none(), "all are at work");
        drop(seats);
        let places = table.places.lock();
        assert_eq!((places.open, places.lines.len(), places.by_source.len()), (0, 0, 0));
    }

    #[test]
    fn one_address_has_no_more_than_its_part() {
        let table = table(100, 4);
        let check = |addresses: &[&str], closed: usize| {
            let seats: Vec<Seat> =
                addresses.iter().map(|address| table.admit(address.parse().unwrap()).unwrap()).collect();
            let told = seats.iter().filter(|seat| seat.line.is_told_to_close()).count();
            assert_eq!(told, closed, "{addresses:?}");
        };
        check(&["203.0.113.9"; 4], 0);
        check(&["203.0.113.9"; 6], 2);
        check(&["::ffff:203.0.113.9", "203.0.113.9", "203.0.113.9", "203.0.113.9", "203.0.113.9"], 1);
        check(&["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8::4", "2001:db8::5"], 1);
        check(&["2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:3::1", "2001:db8:0:4::1", "2001:db8:0:5::1"], 0);
        check(&["10.1.1.1"; 20], 0);
        // Not of the internet, and nobody named it: a limit of its own.
        for private in ["192.168.1.9", "172.16.0.1", "fd00::1"] {
            check(&[private; 8], 0);
            check(&[private; 9], 1);
        }
    }

    #[test]
    fn a_look_for_who_waits_has_an_end() {
        let table = table(100_000, 100_000);
        let seats: Vec<Seat> = (0..3 * LOOKED_AT_MAX as u32)
            .map(|n| table.admit(IpAddr::from((0x0800_0000 + n).to_be_bytes())).unwrap())
            .collect();
        for seat in &seats[..2 * LOOKED_AT_MAX] {
            seat.line.begin_request();
        }
        let closed = |count| table.places.lock().close_longest(None, count);
        // Those that wait are found when their turn has come.
        assert_eq!([closed(5), closed(5), closed(5), closed(5)], [0, 0, 5, 0]);
        let told: Vec<usize> = (0..seats.len()).filter(|n| seats[*n].line.is_told_to_close()).collect();
        assert!(told.len() == 5 && told[0] >= 2 * LOOKED_AT_MAX, "{told:?}");
    }
}
