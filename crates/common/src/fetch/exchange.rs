//! One request and its answer, on a connection of its own.

use super::FetchError;
use super::address::Target;
use super::flow::Flow;
use super::retry_after::retry_after;
use futures_util::future::Either;
use http_body_util::{BodyExt as _, Full};
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::client::conn::http1;
use hyper::{HeaderMap, Method, Request, Response, StatusCode, header};
use hyper_util::rt::TokioIo;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::Error as TlsError;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_util::task::AbortOnDropHandle;
use url::{Position, Url};

/// Lines of an answer's head.
const HEADERS_MAX: usize = 100;
/// The longest reason why a certificate does not hold, in characters: it names all names that the certificate has.
const REASON_CHARS_MAX: usize = 150;
/// The longest kind of body that is kept, in characters.
const CONTENT_TYPE_CHARS_MAX: usize = 100;

/// What is asked.
pub(super) struct Ask<'a> {
    pub(super) url: &'a Url,
    pub(super) user_agent: &'a str,
    /// Beside those that every request has.
    pub(super) headers: &'a [(&'static str, &'a str)],
    /// What is posted, and of which kind.
    pub(super) body: Option<(&'static str, &'a [u8])>,
    pub(super) head_bytes: usize,
    pub(super) body_bytes: usize,
    /// Is told of the body as it comes.
    pub(super) flow: &'a Flow<'a>,
}

/// What was answered.
pub(super) struct Taken {
    pub(super) status: StatusCode,
    /// It leads on.
    pub(super) leads_on: bool,
    /// Where to, if that can be read.
    pub(super) location: Option<String>,
    pub(super) retry_after: Option<Duration>,
    pub(super) content_type: String,
    pub(super) cache_control: String,
    pub(super) is_packed: bool,
    pub(super) policies: Vec<String>,
    pub(super) frame_options: Vec<String>,
    pub(super) body: Vec<u8>,
}

/// Connects to the first address that takes it.
pub(super) async fn connect(addresses: &[SocketAddr], patience: Duration) -> Result<TcpStream, FetchError> {
    let mut error = FetchError::Unresolved;
    for address in addresses {
        error = match timeout(patience, TcpStream::connect(address)).await {
            Ok(Ok(stream)) => return Ok(stream),
            Ok(Err(found)) => FetchError::Unreachable(match found.kind() {
                ErrorKind::ConnectionRefused => "its host refuses connections",
                _ => "its host cannot be reached",
            }),
            Err(_) => FetchError::Unreachable("its host does not answer"),
        };
    }
    Err(error)
}

/// Makes a connection secure; the host must prove its name.
pub(super) async fn secure(
    tls: &TlsConnector,
    target: &Target,
    stream: TcpStream,
    patience: Duration,
) -> Result<TlsStream<TcpStream>, FetchError> {
    let name = target.host.trim_matches(['[', ']']).to_owned();
    let name = ServerName::try_from(name).map_err(|_| FetchError::Insecure("its name cannot be proved".to_owned()))?;
    match timeout(patience, tls.connect(name, stream)).await {
        Ok(Ok(stream)) => Ok(stream),
        Ok(Err(error)) => {
            let reason = error.get_ref().and_then(|inner| inner.downcast_ref::<TlsError>());
            Err(FetchError::Insecure(match reason {
                Some(TlsError::InvalidCertificate(reason)) => {
                    let reason: String = reason.to_string().chars().take(REASON_CHARS_MAX).collect();
                    format!("its certificate does not hold ({reason})")
                }
                Some(_) => "it speaks no TLS that is known here".to_owned(),
                None => "the connection broke".to_owned(),
            }))
        }
        Err(_) => Err(FetchError::TimedOut(patience.as_secs())),
    }
}

/// Asks, and reads the beginning of the answer.
pub(super) async fn ask(stream: Either<TlsStream<TcpStream>, TcpStream>, ask: Ask<'_>) -> Result<Taken, FetchError> {
    match stream {
        Either::Left(stream) => ask_on(TokioIo::new(stream), ask).await,
        Either::Right(stream) => ask_on(TokioIo::new(stream), ask).await,
    }
}

async fn ask_on<S>(stream: S, ask: Ask<'_>) -> Result<Taken, FetchError>
where
    S: hyper::rt::Read + hyper::rt::Write + Unpin + Send + 'static,
{
    let failed = |error: hyper::Error| {
        if error.is_parse_too_large() {
            FetchError::HeadTooLarge(ask.head_bytes)
        } else if error.is_parse() {
            FetchError::Malformed("its host does not answer in HTTP")
        } else {
            FetchError::Malformed("its host ended the connection without an answer")
        }
    };
    let mut builder = http1::Builder::new();
    builder.max_buf_size(ask.head_bytes).max_headers(HEADERS_MAX);
    let (mut sender, connection) = builder.handshake(stream).await.map_err(failed)?;
    // It ends with this exchange, however much the other end still sends.
    let _connection = AbortOnDropHandle::new(tokio::spawn(connection));
    let method = if ask.body.is_some() { Method::POST } else { Method::GET };
    let mut request = Request::builder()
        .method(method)
        .uri(&ask.url[Position::BeforePath..Position::AfterQuery])
        .header(header::HOST, &ask.url[Position::BeforeHost..Position::AfterPort])
        .header(header::USER_AGENT, ask.user_agent)
        .header(header::ACCEPT, "*/*")
        .header(header::ACCEPT_ENCODING, "identity")
        .header(header::CONNECTION, "close");
    for (name, value) in ask.headers {
        request = request.header(*name, *value);
    }
    let mut body = Bytes::new();
    if let Some((kind, posted)) = ask.body {
        request = request.header(header::CONTENT_TYPE, kind);
        body = Bytes::copy_from_slice(posted);
    }
    let request =
        request.body(Full::new(body)).map_err(|_| FetchError::Malformed("its address does not fit into a request"))?;
    let response = sender.send_request(request).await.map_err(failed)?;
    let (status, headers) = (response.status(), response.headers());
    let content_type = text(headers, header::CONTENT_TYPE).unwrap_or_default();
    let cache_control = text(headers, header::CACHE_CONTROL).unwrap_or_default();
    let mut taken = Taken {
        status,
        leads_on: leads_on(status, headers),
        location: text(headers, header::LOCATION),
        retry_after: retry_after(headers),
        content_type: content_type.chars().take(CONTENT_TYPE_CHARS_MAX).collect(),
        cache_control: cache_control.chars().take(CONTENT_TYPE_CHARS_MAX).collect(),
        is_packed: text(headers, header::CONTENT_ENCODING)
            .is_some_and(|coding| !coding.eq_ignore_ascii_case("identity")),
        policies: all(headers, header::CONTENT_SECURITY_POLICY),
        frame_options: all(headers, header::X_FRAME_OPTIONS),
        body: Vec::new(),
    };
    // Who wants a file has no use for what is said in its place.
    let is_wanted = status == StatusCode::OK || !ask.flow.is_file();
    if is_wanted && !taken.leads_on && !taken.is_packed {
        taken.body = read(response, ask.body_bytes, ask.flow).await?;
    }
    Ok(taken)
}

/// Whether an answer leads on. One without a location is an answer like any other.
fn leads_on(status: StatusCode, headers: &HeaderMap) -> bool {
    matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308) && headers.contains_key(header::LOCATION)
}

/// All that is said under a name that may be said more than once.
fn all(headers: &HeaderMap, name: header::HeaderName) -> Vec<String> {
    headers.get_all(name).iter().filter_map(|value| value.to_str().ok().map(str::to_owned)).collect()
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<String> {
    headers.get(name).and_then(|value| std::str::from_utf8(value.as_bytes()).ok()).map(str::to_owned)
}

/// The beginning of a body, or a file whose length is below `bytes_max`. Of one that says that it is longer nothing is read.
async fn read(response: Response<Incoming>, bytes_max: usize, flow: &Flow<'_>) -> Result<Vec<u8>, FetchError> {
    let (mut body, mut read) = (response.into_body(), Vec::new());
    let is_too_long = |bytes: u64| flow.is_file() && bytes >= bytes_max as u64;
    let too_long = FetchError::TooLong(bytes_max.saturating_sub(1));
    if is_too_long(body.size_hint().lower()) {
        return Err(too_long);
    }
    while read.len() < bytes_max {
        let Some(frame) = body.frame().await else { break };
        let frame = frame.map_err(|_| FetchError::Malformed("its host ended the connection in the middle"))?;
        if let Ok(data) = frame.into_data() {
            flow.came(data.len());
            read.extend_from_slice(&data[..data.len().min(bytes_max - read.len())]);
        }
    }
    if is_too_long(read.len() as u64) { Err(too_long) } else { Ok(read) }
}
