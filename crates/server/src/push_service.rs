//! A push service on loopback, in HTTP/2 without TLS: for the demonstration network's browsers, for tests and for the benchmark.
//! It hands over what it is sent; what a browser makes of that is up to whoever plays it.

use anyhow::Context;
use axum::body::Bytes;
use axum::http::{HeaderMap, Method, Request, Response, header};
use futures_util::future::BoxFuture;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Incoming;
use hyper::server::conn::http2;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_util::task::AbortOnDropHandle;

/// The largest message that is read, in bytes; a push service must take 4,096.
const MESSAGE_BYTES_MAX: usize = 8 * 1024;
/// Streams of one connection at the same time.
const STREAMS_MAX: u32 = 1_000;

/// A message that came.
#[derive(Clone, Debug)]
pub struct Received {
    /// Path of the endpoint.
    pub path: String,
    /// What was said of it.
    pub headers: HeaderMap,
    /// The message, encrypted.
    pub body: Bytes,
}

/// What is answered.
#[derive(Clone, Debug)]
pub struct Reply {
    /// Status.
    pub status: u16,
    /// Seconds for which the sender is to wait.
    pub retry_after: Option<u32>,
    /// Body.
    pub body: Bytes,
}

impl Reply {
    /// A status without more.
    pub const fn of(status: u16) -> Self {
        Self { status, retry_after: None, body: Bytes::new() }
    }
}

/// Says what becomes of messages.
pub type Behaviour = Arc<dyn Fn(Received) -> BoxFuture<'static, Reply> + Send + Sync>;

/// A push service that runs until it is dropped.
pub struct PushService {
    address: SocketAddr,
    _task: AbortOnDropHandle<()>,
}

impl PushService {
    /// Starts one on a free port of loopback.
    ///
    /// # Errors
    /// When the system gives no port.
    pub async fn start(behaviour: Behaviour) -> anyhow::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.context("no port for the push service")?;
        let address = listener.local_addr()?;
        let task = tokio::spawn(async move {
            // Connections end with the service.
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                connections.spawn(serve(stream, behaviour.clone()));
                while connections.try_join_next().is_some() {}
            }
        });
        Ok(Self { address, _task: AbortOnDropHandle::new(task) })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }
}

async fn serve(stream: TcpStream, behaviour: Behaviour) {
    let service = service_fn(|request: Request<Incoming>| {
        let behaviour = behaviour.clone();
        async move { Ok::<_, Infallible>(answer(request, &behaviour).await) }
    });
    let mut builder = http2::Builder::new(TokioExecutor::new());
    builder.timer(TokioTimer::new()).max_concurrent_streams(STREAMS_MAX);
    // Whoever breaks the connection off has no answer.
    drop(builder.serve_connection(TokioIo::new(stream), service).await);
}

async fn answer(request: Request<Incoming>, behaviour: &Behaviour) -> Response<Full<Bytes>> {
    let (parts, body) = request.into_parts();
    let reply = match Limited::new(body, MESSAGE_BYTES_MAX).collect().await {
        _ if parts.method != Method::POST => Reply::of(405),
        Err(_) => Reply::of(413),
        Ok(body) => {
            let received =
                Received { path: parts.uri.path().to_owned(), headers: parts.headers, body: body.to_bytes() };
            behaviour(received).await
        }
    };
    let mut response = Response::builder().status(reply.status);
    if let Some(seconds) = reply.retry_after {
        response = response.header(header::RETRY_AFTER, seconds);
    }
    response.body(Full::new(reply.body)).unwrap_or_default()
}
