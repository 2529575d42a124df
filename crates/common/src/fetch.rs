//! Fetches what people name: the one way out of the server to addresses that somebody else chose.
//!
//! A name that a stranger wrote must lead nowhere but into the public internet. So each address is checked after its name
//! was resolved and is then the one that is connected to, at the first request and again at every redirect: between the
//! check and the connection nothing is looked up anew. Nothing is unpacked, so that nothing can grow; everything that the
//! other end can make long (time, head, body, redirects, the queue before it) has a limit of its own.

mod address;
mod exchange;
mod flow;
mod lanes;
mod limits;
mod policy;
mod retry_after;
mod streams;
#[cfg(test)]
mod tests;
mod txt;

pub use flow::Came;
pub use limits::Limits;
pub use policy::{Lookup, OwnHosts, Policy, Resolve, SystemNames};
pub use streams::{Post, Posted};
pub use txt::TxtError;

use address::Target;
use exchange::Taken;
use flow::{Cut, Flow};
use futures_util::future::Either;
use hyper::StatusCode;
use lanes::{Lane, Lanes};
use placard_model::Clock;
use placard_model::settings::InForce;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use streams::Streams;
use tokio::sync::Semaphore;
use tokio::time::Instant;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use txt::TxtRecords;
use url::Url;

/// When there were too many, the next try is in so many seconds.
const BUSY_S: u64 = 10;

/// Fetches for all of the server. Who asks waits for a turn.
pub struct Fetcher {
    policy: Policy,
    settings: Arc<InForce>,
    url: String,
    clock: Arc<dyn Clock>,
    tls: TlsConnector,
    /// For pages, which anybody may name.
    pages: Queue,
    /// For files of accounts, which take longer: however many somebody has fetched, pages have their turn.
    files: Queue,
    /// For APIs, which the operator names: whatever people's pages do, they have their turn.
    calls: Queue,
    lanes: Lanes,
    txt: TxtRecords,
    streams: Streams,
}

/// Who waits, and who is served.
struct Queue {
    /// What it is for, as a part of the names of turns.
    name: &'static str,
    /// Who was let in.
    admitted: Semaphore,
    /// Who is being served.
    running: Semaphore,
}

impl Queue {
    fn new(name: &'static str, at_once: usize, waiting: usize) -> Self {
        Self { name, admitted: Semaphore::new(at_once + waiting), running: Semaphore::new(at_once) }
    }
}

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// What it is for, in logs and metrics.
    pub purpose: &'static str,
    /// Where it begins.
    pub url: &'a str,
    /// Bytes of the body that are read; the rest is left. At most the fetcher's own limit.
    pub body_bytes: usize,
}

/// A file that is wanted whole or not at all: only an answer of 200 is read. It has more time than a page, as long as it comes fast.
#[derive(Clone, Copy)]
pub struct File<'a> {
    /// What it is for, in logs and metrics.
    pub purpose: &'static str,
    /// Where it is.
    pub url: &'a str,
    /// Bytes that it may have: less than the fetcher's own limit.
    pub bytes_max: usize,
    /// Is told of each part that came, in bytes, also of a file that is given up.
    pub came: Came<'a>,
}

/// A call of somebody's API, named by the operator. No redirect is followed: what its headers carry is for one host alone.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// What it is for, in logs and metrics.
    pub purpose: &'static str,
    /// Whom it goes to.
    pub url: &'a str,
    /// Headers beside those that every request has. Their values are never logged.
    pub headers: &'a [(&'static str, &'a str)],
    /// A body to post with its kind; none: it only reads.
    pub body: Option<(&'static str, &'a [u8])>,
    /// Bytes of the answer's body that are read; the rest is left. At most the fetcher's own limit.
    pub body_bytes: usize,
}

/// An answer that led on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hop {
    /// 301, 302, 303, 307 or 308.
    pub status: u16,
    /// Who gave it.
    pub host: String,
}

/// The answer at the end of the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Where the way ended.
    pub url: Url,
    /// The redirects on the way.
    pub hops: Vec<Hop>,
    /// The status at the end.
    pub status: u16,
    /// What the body is said to be; empty when nothing was said.
    pub content_type: String,
    /// What is said of keeping it; empty when nothing was said.
    pub cache_control: String,
    /// The body was sent packed, which was not asked for.
    pub is_packed: bool,
    /// What its `Content-Security-Policy` headers allow the page, one entry for each.
    pub policies: Vec<String>,
    /// What its `X-Frame-Options` headers say of frames, one entry for each.
    pub frame_options: Vec<String>,
    /// The beginning of the body. Empty when it was sent packed, which was not asked for.
    pub body: Vec<u8>,
    /// From the first connection to the last byte that was read, without the time that was waited for turns.
    pub elapsed: Duration,
}

impl Answer {
    /// The host at the end.
    pub fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }
}

/// A fetch that ended without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Why, in words that who named the address may read.
    pub error: FetchError,
    /// The redirects before it ended.
    pub hops: Vec<Hop>,
    /// Where it ended; empty when the address could not be read.
    pub host: String,
}

impl Failure {
    /// Whether nobody answers where the way began: nothing else there can be fetched either.
    pub const fn is_of_first_host(&self) -> bool {
        self.hops.is_empty()
            && matches!(self.error, FetchError::Unresolved | FetchError::Unreachable(_) | FetchError::Insecure(_))
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// Nothing was tried.
    #[error("{0}")]
    Refused(#[from] FetchRefusal),
    /// The name is nobody's.
    #[error("its name could not be resolved")]
    Unresolved,
    /// Nobody answers there.
    #[error("{0}")]
    Unreachable(&'static str),
    /// No secure connection.
    #[error("no secure connection: {0}")]
    Insecure(String),
    /// The time was over.
    #[error("no answer within {0} seconds")]
    TimedOut(u64),
    /// No answer in the time of a shorter look ([`Fetcher::get_within`]); with the usual patience there may be one.
    #[error("no answer within {0} seconds")]
    Slow(u64),
    /// A file that is longer than so many bytes.
    #[error("it is longer than {0} bytes")]
    TooLong(usize),
    /// A file that was still coming when its time was over, or came too slowly to be given more.
    #[error("it was still coming after {0} seconds")]
    Unfinished(u64),
    /// Too many redirects.
    #[error("more than {0} redirects")]
    TooManyRedirects(usize),
    /// A redirect to nowhere.
    #[error("a redirect without an address that can be read")]
    BadRedirect,
    /// The head of an answer is too long.
    #[error("an answer whose head is longer than {0} bytes")]
    HeadTooLarge(usize),
    /// No HTTP, or half of it.
    #[error("{0}")]
    Malformed(&'static str),
    /// Its host is left alone for so many seconds.
    #[error("its host is left alone for {0} seconds")]
    BackingOff(u64),
    /// Too many wait.
    #[error("too many fetches wait")]
    Busy,
}

impl FetchError {
    /// When it says nothing about the address, because our own turn did not come: seconds to wait.
    pub const fn postponed_s(&self) -> Option<u64> {
        match self {
            Self::BackingOff(seconds) => Some(*seconds),
            Self::Busy => Some(BUSY_S),
            _ => None,
        }
    }

    const fn outcome(&self) -> &'static str {
        match self {
            Self::Refused(_) => "refused",
            Self::Unresolved => "unresolved",
            Self::Unreachable(_) => "unreachable",
            Self::Insecure(_) => "insecure",
            Self::TimedOut(_) | Self::Slow(_) | Self::Unfinished(_) => "timed_out",
            Self::TooLong(_) => "too_long",
            Self::TooManyRedirects(_) | Self::BadRedirect => "redirects",
            Self::HeadTooLarge(_) | Self::Malformed(_) => "malformed",
            Self::BackingOff(_) | Self::Busy => "postponed",
        }
    }
}

/// Why an address is not fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FetchRefusal {
    /// It cannot be read.
    #[error("not an address that can be read")]
    Unreadable,
    /// Neither http nor https.
    #[error("only http and https are fetched")]
    Scheme,
    /// A name or password before the host.
    #[error("an address with a user name or password is not fetched")]
    Credentials,
    /// Without TLS.
    #[error("a push service is asked by https alone")]
    Insecure,
    /// Another port.
    #[error("only ports 80 and 443 are fetched")]
    Port,
    /// `localhost`, or a name without a dot.
    #[error("a name that only a private network knows is not fetched")]
    PrivateName,
    /// The address, or each that the name has, is not of the public internet.
    #[error("it leads to an address that is not on the public internet")]
    PrivateAddress,
}

impl Fetcher {
    /// Fetches as the policy allows. The network's name and `url` say in the user agent who asks.
    ///
    /// # Errors
    /// When the set of cryptography cannot make a TLS connection.
    pub fn new(policy: Policy, settings: Arc<InForce>, url: &str, clock: Arc<dyn Clock>) -> anyhow::Result<Self> {
        let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        let mut tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        tls.alpn_protocols = vec![b"http/1.1".to_vec()];
        // Nothing is remembered of those who were asked.
        tls.resumption = tokio_rustls::rustls::client::Resumption::disabled();
        let mut streams = tls.clone();
        streams.alpn_protocols = vec![b"h2".to_vec()];
        let limits = &policy.limits;
        Ok(Self {
            settings,
            url: url.to_owned(),
            clock,
            tls: TlsConnector::from(Arc::new(tls)),
            pages: Queue::new("page", limits.at_once, limits.waiting),
            files: Queue::new("file", limits.files_at_once, limits.waiting),
            calls: Queue::new("call", limits.at_once, limits.waiting),
            lanes: Lanes::new(limits.per_host, limits.back_off, limits.retry_after_max),
            txt: TxtRecords::new(&policy.name_servers),
            streams: Streams::new(TlsConnector::from(Arc::new(streams))),
            policy,
        })
    }

    /// Fetches an address, following redirects.
    ///
    /// # Errors
    /// When there is no answer within the limits; what was refused or failed is in the log with its host.
    pub async fn get(&self, request: Request<'_>) -> Result<Answer, Failure> {
        self.page(request, &self.policy.limits).await
    }

    /// The same in less time: so long for the exchanges, and so long at most for turns.
    ///
    /// # Errors
    /// As those of [`Fetcher::get`].
    pub async fn get_within(&self, request: Request<'_>, total: Duration) -> Result<Answer, Failure> {
        let limits = &self.policy.limits;
        let limits = Limits { total: limits.total.min(total), turn: limits.turn.min(total), ..*limits };
        self.page(request, &limits).await
    }

    async fn page(&self, request: Request<'_>, limits: &Limits) -> Result<Answer, Failure> {
        let Request { purpose, url, body_bytes } = request;
        let call = Call { purpose, url, headers: &[], body: None, body_bytes };
        self.fetch(&self.pages, call, limits, None).await
    }

    /// Fetches a file, following redirects. An answer of another status than 200 has no body.
    ///
    /// # Errors
    /// As those of [`Fetcher::get`], and when it is too long.
    pub async fn get_file(&self, file: File<'_>) -> Result<Answer, Failure> {
        self.file(&self.files, file).await
    }

    /// The same for staff who look at a page that names the file: it waits with pages, not behind the files of accounts.
    ///
    /// # Errors
    /// As those of [`Fetcher::get_file`].
    pub async fn get_file_of_page(&self, file: File<'_>) -> Result<Answer, Failure> {
        self.file(&self.pages, file).await
    }

    async fn file(&self, queue: &Queue, file: File<'_>) -> Result<Answer, Failure> {
        let File { purpose, url, bytes_max, came } = file;
        let call = Call { purpose, url, headers: &[], body: None, body_bytes: bytes_max.saturating_add(1) };
        self.fetch(queue, call, &self.policy.limits, Some(came)).await
    }

    /// Calls an API. An answer that leads on is an answer like any other.
    ///
    /// # Errors
    /// As those of [`Fetcher::get`].
    pub async fn call(&self, call: Call<'_>) -> Result<Answer, Failure> {
        self.fetch(&self.calls, call, &Limits { redirects: 0, ..self.policy.limits }, None).await
    }

    async fn fetch(
        &self,
        queue: &Queue,
        call: Call<'_>,
        limits: &Limits,
        file: Option<Came<'_>>,
    ) -> Result<Answer, Failure> {
        let mut way = Way { hops: Vec::new(), host: String::new() };
        let result = self.queued(queue, call, limits, file, &mut way).await;
        record_outcome(call.purpose, &way.host, way.hops.len(), &result);
        result.map_err(|error| Failure { error, hops: way.hops, host: way.host })
    }

    /// Whether an address is one of those that may be fetched though they are not public: of a push service that this machine plays, or
    /// written in numbers and the demo's own, or a test's.
    pub fn is_exception(&self, url: &Url) -> bool {
        if self.policy.push.is_some_and(|own| (own.is_own)(url.host_str().unwrap_or_default())) {
            return true;
        }
        let literal = url.host_str().and_then(|host| host.trim_matches(['[', ']']).parse::<IpAddr>().ok());
        let port = url.port_or_known_default();
        literal.zip(port).is_some_and(|(address, port)| self.policy.also.contains(&SocketAddr::new(address, port)))
    }

    /// Where the web server of a host may be asked: with TLS before without.
    pub fn origins(&self, host: &str) -> Vec<String> {
        match self.policy.own.filter(|own| (own.is_own)(host)) {
            Some(own) => vec![format!("http://{host}:{}", own.address.port())],
            None => vec![format!("https://{host}"), format!("http://{host}")],
        }
    }

    /// Why nothing may be fetched of a host, as far as that is seen before its name is resolved; none where something may.
    pub fn refusal(&self, host: &str) -> Option<FetchRefusal> {
        let mut refused = None;
        for origin in self.origins(host) {
            let url = Url::parse(&origin).map_err(|_| FetchRefusal::Unreadable);
            match url.and_then(|url| Target::of(&url, &self.policy)) {
                Ok(_) => return None,
                Err(refusal) => refused = Some(refusal),
            }
        }
        refused
    }

    /// The records of text that a name has in the DNS, each put together from its parts; none when there is no such name.
    /// They lead nowhere: nothing is connected to but the name servers of this machine.
    ///
    /// # Errors
    /// When no name server answers, in words that who named it may read.
    pub async fn txt(&self, name: &str) -> Result<Vec<String>, TxtError> {
        let found = self.txt.of(name).await;
        let outcome = if found.is_ok() { "answered" } else { "failed" };
        metrics::counter!("placard_txt_lookups_total", "outcome" => outcome).increment(1);
        found
    }

    async fn queued(
        &self,
        queue: &Queue,
        call: Call<'_>,
        limits: &Limits,
        file: Option<Came<'_>>,
        way: &mut Way,
    ) -> Result<Answer, FetchError> {
        let mut url = Url::parse(call.url).map_err(|_| FetchRefusal::Unreadable)?;
        let _place = queue.admitted.try_acquire().map_err(|_| FetchError::Busy)?;
        // What is spent on exchanges; waiting for our own turn is nobody's fault.
        let (mut elapsed, mut waited) = (Duration::ZERO, Duration::ZERO);
        let mut first: Option<String> = None;
        loop {
            let target = Target::of(&url, &self.policy);
            url.host_str().unwrap_or_default().clone_into(&mut way.host);
            let target = target?;
            way.host.clone_from(&target.host);
            let first = first.get_or_insert_with(|| target.host.clone());
            let lane = Lane::new(queue.name, call.purpose, first, &target.host, &url.origin().ascii_serialization());
            let turn = async {
                let turn = self.lanes.turn(&lane, || self.clock.now()).await?;
                let running = queue.running.acquire().await.map_err(|_| FetchError::Busy)?;
                // Last: all queues share these, and who waits for a place of the own queue would keep them from the others.
                let lookup =
                    if target.is_looked_up(&self.policy) { Some(self.policy.names.turn().await) } else { None };
                Ok::<_, FetchError>((turn, running, lookup))
            };
            let began = Instant::now();
            let turn = tokio::time::timeout(limits.turn.saturating_sub(waited), turn);
            let (turn, running, lookup) = turn.await.map_err(|_| FetchError::Busy)??;
            waited += began.elapsed();
            let (began, left) = (Instant::now(), limits.total.saturating_sub(elapsed));
            let flow = Flow::new(file);
            let exchange = Box::pin(self.exchange(&target, lookup, &url, call, &flow));
            let taken = flow.within(exchange, left, limits).await;
            let own = began.elapsed();
            elapsed += own;
            let taken = match taken {
                Ok(taken) => self.noted(&lane, taken)?,
                Err(cut) => {
                    // Who was given little time, because others took the rest or the look is a short one, is not known to be slow;
                    // and who was still sending is slow alone.
                    if cut == Cut::Silent && own >= self.policy.limits.total / 2 {
                        self.lanes.failed(&lane, None, self.clock.now());
                    }
                    let seconds = limits.total.as_secs();
                    let is_short = limits.total < self.policy.limits.total;
                    return Err(match cut {
                        Cut::Flowing if file.is_some() => FetchError::Unfinished(own.as_secs()),
                        _ if is_short => FetchError::Slow(seconds),
                        _ => FetchError::TimedOut(seconds),
                    });
                }
            };
            drop((turn, running));
            if !taken.leads_on || limits.redirects == 0 {
                return Ok(Answer {
                    url,
                    hops: std::mem::take(&mut way.hops),
                    status: taken.status.as_u16(),
                    content_type: taken.content_type,
                    cache_control: taken.cache_control,
                    is_packed: taken.is_packed,
                    policies: taken.policies,
                    frame_options: taken.frame_options,
                    body: taken.body,
                    elapsed,
                });
            }
            way.hops.push(Hop { status: taken.status.as_u16(), host: target.host });
            if way.hops.len() > limits.redirects {
                return Err(FetchError::TooManyRedirects(limits.redirects));
            }
            url = taken.location.and_then(|location| url.join(&location).ok()).ok_or(FetchError::BadRedirect)?;
        }
    }

    /// Keeps away from a host that fails or says that it has enough.
    fn noted(&self, lane: &Lane, taken: Result<Taken, FetchError>) -> Result<Taken, FetchError> {
        let now = self.clock.now();
        match &taken {
            Ok(taken) if matches!(taken.status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) => {
                self.lanes.failed(lane, taken.retry_after, now);
            }
            Ok(_) | Err(FetchError::TooLong(_)) => self.lanes.answered(lane),
            Err(FetchError::Refused(_)) => {}
            Err(_) => self.lanes.failed(lane, None, now),
        }
        taken
    }

    async fn exchange(
        &self,
        target: &Target,
        lookup: Option<Lookup>,
        url: &Url,
        call: Call<'_>,
        flow: &Flow<'_>,
    ) -> Result<Taken, FetchError> {
        let addresses = target.addresses(&self.policy, lookup).await?;
        let limits = &self.policy.limits;
        let stream = exchange::connect(&addresses, limits.connect).await?;
        let user_agent = &user_agent(&self.settings.get().network.name, &self.url);
        let body_bytes = call.body_bytes.min(limits.body_bytes);
        let (headers, body) = (call.headers, call.body);
        let ask = exchange::Ask { url, user_agent, headers, body, head_bytes: limits.head_bytes, body_bytes, flow };
        if url.scheme() == "https" {
            let stream = exchange::secure(&self.tls, target, stream, limits.connect).await?;
            exchange::ask(Either::Left(stream), ask).await
        } else {
            exchange::ask(Either::Right(stream), ask).await
        }
    }
}

/// Counts how a fetch ended, and says in the log why one brought nothing.
fn record_outcome<T>(purpose: &'static str, host: &str, hops: usize, result: &Result<T, FetchError>) {
    let outcome = result.as_ref().map_or_else(FetchError::outcome, |_| "answered");
    metrics::counter!("placard_fetches_total", "purpose" => purpose, "outcome" => outcome).increment(1);
    if let Err(error) = result {
        // The host and the reason alone: an address may carry what is secret.
        tracing::info!(purpose, host, hops, "not fetched: {error}");
    }
}

/// How far a fetch is.
struct Way {
    hops: Vec<Hop>,
    host: String,
}

/// `Placard/0.1 (Network; +https://network.example)`, of characters that a header may have.
fn user_agent(network: &str, url: &str) -> String {
    let plain = |text: &str| -> String {
        text.chars().filter(|c| c.is_ascii_graphic() && !matches!(c, '(' | ')' | ';' | '\\') || *c == ' ').collect()
    };
    format!("Placard/{} ({}; +{})", env!("CARGO_PKG_VERSION"), plain(network).trim(), plain(url))
}
