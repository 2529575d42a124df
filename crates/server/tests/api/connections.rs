//! Connections over real sockets: who is silent or slow is cut off after a while, and who works is not.

use axum::Router;
use axum::body::Bytes;
use axum::routing::{get, post};
use placard_common::config::{Config, ConnectionSettings};
use placard_server::connections;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// More than what sockets of both ends keep.
const BIG_BYTES: usize = 24 * 1024 * 1024;
/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(20);

async fn serve(settings: ConnectionSettings) -> (SocketAddr, CancellationToken, JoinHandle<()>) {
    let routes = Router::new()
        .route("/", get(async || "here"))
        .route("/length", post(async |body: Bytes| body.len().to_string()))
        .route("/big", get(async || Bytes::from(vec![b'x'; BIG_BYTES])))
        .route("/work", get(async || tokio::time::sleep(Duration::from_secs(3)).await));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let (address, stop) = (listener.local_addr().unwrap(), CancellationToken::new());
    let (config, token) = (Config { connections: settings, ..Config::default() }, stop.clone());
    let running = tokio::spawn(async move { connections::serve(listener, routes, &config, token).await });
    (address, stop, running)
}

async fn begin(address: SocketAddr, bytes: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes.as_bytes()).await.unwrap();
    stream
}

/// Everything that comes until the other end closes.
async fn rest(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    // A connection that was cut off in the middle may end with a reset.
    let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.expect("the connection stays open");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// An answer on a connection that is closed behind it.
async fn ask(address: SocketAddr, path: &str) -> String {
    rest(begin(address, &format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")).await).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_makes_the_server_wait_is_cut_off() {
    let settings = ConnectionSettings { head_s: 1, stall_s: 1, idle_s: 1, transfer_s: 4, ..Default::default() };
    let (address, ..) = serve(settings).await;
    let drip = async |head: &str, bytes: &str| {
        let mut stream = begin(address, head).await;
        let began = Instant::now();
        // Writing fails some time after the other end has closed.
        while stream.write_all(bytes.as_bytes()).await.is_ok() {
            assert!(began.elapsed() < PATIENCE, "nobody stops {head:?}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let answered = tokio::join!(
        async { assert_eq!(rest(begin(address, "").await).await, "", "silent") },
        async { assert_eq!(rest(begin(address, "GET / HTTP/1.1\r\nhost:").await).await, "", "half a head") },
        drip("GET / HTTP/1.1\r\n", "a: b\r\n"),
        async {
            let head = "POST /length HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nabc";
            assert_eq!(rest(begin(address, head).await).await, "", "half a body");
        },
        drip("POST /length HTTP/1.1\r\nhost: x\r\ncontent-length: 99999\r\n\r\n", "a"),
        async {
            let idle = rest(begin(address, "GET / HTTP/1.1\r\nhost: x\r\n\r\n").await).await;
            assert!(idle.ends_with("\r\n\r\nhere"), "{idle}");
        },
        async {
            let unread = begin(address, "GET /big HTTP/1.1\r\nhost: x\r\n\r\n").await;
            tokio::time::sleep(Duration::from_secs(4)).await;
            let length = rest(unread).await.len();
            assert!(length < BIG_BYTES, "{length} bytes");
        },
        ask(address, "/work"),
        ask(address, "/big"),
    );
    assert!(answered.7.starts_with("HTTP/1.1 200"), "the server may take its time: {}", answered.7);
    assert!(answered.8.len() > BIG_BYTES, "who reads is sent all");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_wait_longest_make_room() {
    let settings = ConnectionSettings { max: 16, ..Default::default() };
    let (address, stop, running) = serve(settings).await;
    let mut held = Vec::new();
    for _ in 0..20 {
        held.push(begin(address, "").await);
        held.push(begin(address, "GET / HTTP/1.1\r\nhost:").await);
        held.push(begin(address, "POST /length HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nabc").await);
        assert!(ask(address, "/").await.ends_with("here"));
    }
    // A stop does not wait for them, but for who works.
    let working = begin(address, "GET /work HTTP/1.1\r\nhost: x\r\n\r\n").await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    stop.cancel();
    assert!(rest(working).await.starts_with("HTTP/1.1 200"));
    held.clear();
    tokio::time::timeout(PATIENCE, running).await.expect("the server ends").unwrap();
}
