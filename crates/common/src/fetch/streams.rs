//! Messages to push services: many at the same time over few connections, each a stream of HTTP/2.
//!
//! Whom a message goes to was named by a stranger's browser. So the rules of all fetches hold: an address is checked after its
//! name was resolved and is the one that is connected to. A connection serves for some minutes, then its name is looked up
//! anew. Who hangs loses the connection, and what is answered is read to a named length.

use super::address::Target;
use super::exchange;
use super::retry_after::retry_after;
use super::{FetchError, FetchRefusal, Fetcher, record_outcome, user_agent};
use http_body_util::{BodyExt as _, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http2::{self, SendRequest};
use hyper::{Request, Response, header};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout};
use tokio_rustls::TlsConnector;
use tokio_util::task::AbortOnDropHandle;
use url::Url;

/// Messages under way to all services together.
const AT_ONCE: usize = 4_096;
/// Services with connections. With more, those that nothing is under way to lose theirs.
const SERVICES_MAX: usize = 256;
/// Connections to one service.
const CONNECTIONS_MAX: usize = 4;
/// Streams of a connection before another one is opened, as long as there may be more.
const STREAMS_WANTED: usize = 64;
/// A connection takes no further messages after so long: its name may lead elsewhere by then.
const CONNECTION_AGE_MAX: Duration = Duration::from_mins(5);
/// Bytes of an answer's head, as HTTP/2 counts them.
const HEAD_BYTES_MAX: u32 = 16 * 1024;
/// Bytes of an answer that are read: the reasons that push services give are short.
const ANSWER_BYTES_MAX: usize = 1_024;
/// Bytes that a service may send of one answer before they are read, and of all answers of a connection.
const STREAM_WINDOW_BYTES: u32 = 16 * 1024;
const CONNECTION_WINDOW_BYTES: u32 = 1024 * 1024;

/// A message to a push service.
#[derive(Clone, Copy, Debug)]
pub struct Post<'a> {
    /// What it is for, in logs and metrics.
    pub purpose: &'static str,
    /// Whom it goes to.
    pub url: &'a Url,
    /// Headers beside those that every request has. Their values are never logged.
    pub headers: &'a [(&'static str, &'a str)],
    /// The message.
    pub body: &'a Bytes,
}

/// What a push service answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posted {
    /// Its status.
    pub status: u16,
    /// For how long it asks to be left alone.
    pub retry_after: Option<Duration>,
    /// The beginning of its body.
    pub body: Vec<u8>,
}

/// A connection.
struct Line {
    sender: SendRequest<Full<Bytes>>,
    opened_at: Instant,
    under_way: AtomicUsize,
    /// It hung or broke: nobody uses it any more.
    is_bad: AtomicBool,
    _connection: AbortOnDropHandle<()>,
}

impl Line {
    fn is_open(&self) -> bool {
        !self.is_bad.load(Ordering::Relaxed)
            && !self.sender.is_closed()
            && self.opened_at.elapsed() < CONNECTION_AGE_MAX
    }
}

/// A place on a connection, given back when it is dropped.
struct Place(Arc<Line>);

impl Place {
    fn on(line: &Arc<Line>) -> Self {
        line.under_way.fetch_add(1, Ordering::Relaxed);
        Self(line.clone())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.under_way.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The connections of one service. Whoever opens one holds up those who need one.
type Lines = Arc<tokio::sync::Mutex<Vec<Arc<Line>>>>;

/// All connections to push services.
pub(super) struct Streams {
    services: Mutex<HashMap<String, Lines>>,
    under_way: Semaphore,
    tls: TlsConnector,
}

impl Streams {
    pub(super) fn new(tls: TlsConnector) -> Self {
        Self { services: Mutex::default(), under_way: Semaphore::new(AT_ONCE), tls }
    }

    fn lines_of(&self, origin: &str) -> Lines {
        let mut services = self.services.lock();
        if let Some(lines) = services.get(origin) {
            return lines.clone();
        }
        if services.len() >= SERVICES_MAX {
            services.retain(|_, lines| Arc::strong_count(lines) > 1);
        }
        services.entry(origin.to_owned()).or_default().clone()
    }
}

impl Fetcher {
    /// Sends a message to a push service, and reads the beginning of its answer. No redirect is followed.
    ///
    /// # Errors
    /// When there is no answer within the limits; what was refused or failed is in the log with its host. Whether the service
    /// has the message is not known then, unless nothing was tried.
    pub async fn post(&self, post: Post<'_>) -> Result<Posted, FetchError> {
        let result = self.posted(post).await;
        record_outcome(post.purpose, post.url.host_str().unwrap_or_default(), 0, &result);
        result
    }

    async fn posted(&self, post: Post<'_>) -> Result<Posted, FetchError> {
        let _turn = self.streams.under_way.try_acquire().map_err(|_| FetchError::Busy)?;
        let total = self.policy.limits.total;
        let ends_at = Instant::now() + total;
        let mut is_again = false;
        loop {
            let left = ends_at.saturating_duration_since(Instant::now());
            let over = FetchError::TimedOut(total.as_secs());
            let place = timeout(left, self.place(post.url)).await.map_err(|_| over.clone())??;
            let left = ends_at.saturating_duration_since(Instant::now());
            match timeout(left, self.ask_on(&place.0, post)).await {
                Ok(Ok(posted)) => return Ok(posted),
                Ok(Err(error)) => {
                    place.0.is_bad.store(true, Ordering::Relaxed);
                    // A service closes a connection when it likes. What was on it may have arrived: a message that comes
                    // again takes its own place there.
                    if is_again {
                        return Err(error);
                    }
                    is_again = true;
                }
                Err(_) => {
                    place.0.is_bad.store(true, Ordering::Relaxed);
                    return Err(over);
                }
            }
        }
    }

    /// A place on a connection to whom a URL names.
    async fn place(&self, url: &Url) -> Result<Place, FetchError> {
        let lines = self.streams.lines_of(&url.origin().ascii_serialization());
        let mut lines = lines.lock().await;
        lines.retain(|line| line.is_open());
        let under_way = |line: &Arc<Line>| line.under_way.load(Ordering::Relaxed);
        let least = lines.iter().min_by_key(|line| under_way(line));
        if let Some(line) = least
            && (under_way(line) < STREAMS_WANTED || lines.len() >= CONNECTIONS_MAX)
        {
            return Ok(Place::on(line));
        }
        let line = Arc::new(self.open(url).await?);
        lines.push(line.clone());
        Ok(Place::on(&line))
    }

    async fn open(&self, url: &Url) -> Result<Line, FetchError> {
        let patience = self.policy.limits.connect;
        if let Some(own) = self.policy.push.filter(|own| (own.is_own)(url.host_str().unwrap_or_default())) {
            let stream = exchange::connect(&[own.address], patience).await?;
            return shake_hands(TokioIo::new(stream)).await;
        }
        let target = Target::of(url, &self.policy)?;
        let is_secure = url.scheme() == "https";
        if !is_secure && !target.is_also(&self.policy) {
            return Err(FetchRefusal::Insecure.into());
        }
        let lookup = if target.is_looked_up(&self.policy) { Some(self.policy.names.turn().await) } else { None };
        let addresses = target.addresses(&self.policy, lookup).await?;
        let stream = exchange::connect(&addresses, patience).await?;
        if !is_secure {
            return shake_hands(TokioIo::new(stream)).await;
        }
        let stream = exchange::secure(&self.streams.tls, &target, stream, patience).await?;
        if stream.get_ref().1.alpn_protocol() != Some(b"h2") {
            return Err(FetchError::Malformed("its host speaks no HTTP/2"));
        }
        shake_hands(TokioIo::new(stream)).await
    }

    async fn ask_on(&self, line: &Line, post: Post<'_>) -> Result<Posted, FetchError> {
        let user_agent = user_agent(&self.settings.get().network.name, &self.url);
        let mut request = Request::post(post.url.as_str()).header(header::USER_AGENT, user_agent);
        for (name, value) in post.headers {
            request = request.header(*name, *value);
        }
        let request = request
            .body(Full::new(post.body.clone()))
            .map_err(|_| FetchError::Malformed("its address does not fit into a request"))?;
        let mut sender = line.sender.clone();
        sender.ready().await.map_err(|_| FetchError::Malformed("its host ended the connection without an answer"))?;
        let response = sender
            .send_request(request)
            .await
            .map_err(|_| FetchError::Malformed("its host ended the connection without an answer"))?;
        let status = response.status().as_u16();
        let retry_after = retry_after(response.headers());
        Ok(Posted { status, retry_after, body: read(response).await })
    }
}

async fn shake_hands<S>(stream: S) -> Result<Line, FetchError>
where
    S: hyper::rt::Read + hyper::rt::Write + Unpin + Send + 'static,
{
    let mut builder = http2::Builder::new(TokioExecutor::new());
    builder
        .timer(TokioTimer::new())
        .max_header_list_size(HEAD_BYTES_MAX)
        .initial_stream_window_size(STREAM_WINDOW_BYTES)
        .initial_connection_window_size(CONNECTION_WINDOW_BYTES);
    let (sender, connection) =
        builder.handshake(stream).await.map_err(|_| FetchError::Malformed("its host does not answer in HTTP/2"))?;
    let connection = tokio::spawn(async move {
        // Those who wait on it are told by their own futures.
        drop(connection.await);
    });
    Ok(Line {
        sender,
        opened_at: Instant::now(),
        under_way: AtomicUsize::new(0),
        is_bad: AtomicBool::new(false),
        _connection: AbortOnDropHandle::new(connection),
    })
}

/// The beginning of a body. What breaks off is as far as it came: the status has told what became of the message.
async fn read(response: Response<Incoming>) -> Vec<u8> {
    let (mut body, mut read) = (response.into_body(), Vec::new());
    while read.len() < ANSWER_BYTES_MAX
        && let Some(Ok(frame)) = body.frame().await
    {
        if let Ok(data) = frame.into_data() {
            read.extend_from_slice(&data[..data.len().min(ANSWER_BYTES_MAX - read.len())]);
        }
    }
    read
}
