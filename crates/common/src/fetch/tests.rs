//! A hostile server, and everything that a name could lead to.

mod files;

use super::*;
use crate::metrics_recorder::metrics_handle;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use placard_model::UnixMs;
use placard_model::settings::InForce;
use placard_model::time::ManualClock;
use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

const HEAD_BYTES: usize = 8 * 1024;
const BODY_BYTES: usize = 100_000;

/// Answers of names, one after the other; the last one stays.
#[derive(Default)]
struct Names(Mutex<HashMap<String, Vec<Vec<IpAddr>>>>);

impl Resolve for Names {
    fn resolve(&self, host: String, _: Lookup) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
        let mut names = self.0.lock();
        let found = names.get_mut(&host).map(|answers| match answers.len() {
            1 => answers[0].clone(),
            _ => answers.remove(0),
        });
        Box::pin(async move { found.ok_or_else(|| io::ErrorKind::NotFound.into()) })
    }
}

struct Hostile {
    fetcher: Arc<Fetcher>,
    settings: Arc<InForce>,
    clock: Arc<ManualClock>,
    /// The server's port, on a loopback address that stands for a public one.
    port: u16,
    /// Connections that came to a neighbour on the same port, who must never hear of anything.
    inside: Arc<AtomicUsize>,
    /// The most connections at the same time.
    most: Arc<AtomicUsize>,
}

impl Hostile {
    async fn start() -> Self {
        let public = vec![IpAddr::V4(Ipv4Addr::LOCALHOST)];
        let private = |address: &str| vec![address.parse::<IpAddr>().unwrap()];
        let names = [
            ("shop.example", vec![public.clone()]),
            ("other.example", vec![public.clone()]),
            ("rebinding.example", vec![public.clone(), private("127.0.0.2")]),
            ("private.example", vec![private("10.0.0.1")]),
            ("both.example", vec![[private("127.0.0.2"), public].concat()]),
        ];
        let names = names.into_iter().map(|(name, all)| (name.to_owned(), all)).collect();
        Self::start_with(Arc::new(Names(Mutex::new(names)))).await
    }

    async fn start_with(names: Arc<dyn Resolve>) -> Self {
        let (listener, inner) = neighbours().await;
        let port = listener.local_addr().unwrap().port();
        let (inside, open, most): (Arc<AtomicUsize>, Arc<AtomicUsize>, Arc<AtomicUsize>) = Default::default();
        let heard = inside.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = inner.accept().await {
                heard.fetch_add(1, Ordering::SeqCst);
                drop(stream);
            }
        });
        let peak = most.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (open, peak) = (open.clone(), peak.clone());
                tokio::spawn(async move {
                    peak.fetch_max(open.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    drop(answer(stream, port).await);
                    open.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        let clock = Arc::new(ManualClock::new(UnixMs(0)));
        let policy = Policy { also: vec![SocketAddr::from((Ipv4Addr::LOCALHOST, port))], names, ..Policy::default() };
        let policy = Policy {
            limits: Limits {
                total: Duration::from_secs(1),
                file: Duration::from_secs(2),
                head_bytes: HEAD_BYTES,
                body_bytes: BODY_BYTES,
                ..Limits::default()
            },
            ..policy
        };
        let settings = Arc::new(InForce::default());
        let fetcher = Fetcher::new(policy, settings.clone(), "https://net.example", clock.clone()).unwrap();
        Self { fetcher: Arc::new(fetcher), settings, clock, port, inside, most }
    }

    /// Fetches `host/path`, or a whole address, `PORT` standing for the server's.
    async fn get(&self, address: &str) -> Result<Answer, Failure> {
        let address = address.replace("PORT", &self.port.to_string());
        let url = if address.starts_with("http") { address } else { format!("http://{}", self.with_port(&address)) };
        let result = self.fetcher.get(Request { purpose: "test", url: &url, body_bytes: usize::MAX }).await;
        // One that failed does not stand in the way of the next.
        self.clock.advance_ms(24 * 3_600_000);
        result
    }

    fn with_port(&self, address: &str) -> String {
        let (host, path) = address.split_once('/').unwrap_or((address, ""));
        format!("{host}:{}/{path}", self.port)
    }
}

/// Two listeners with one port on neighbouring addresses.
async fn neighbours() -> (TcpListener, TcpListener) {
    loop {
        let first = TcpListener::bind("127.0.0.1:0").await.unwrap();
        if let Ok(second) = TcpListener::bind(("127.0.0.2", first.local_addr().unwrap().port())).await {
            return (first, second);
        }
    }
}

/// What the hostile server does.
async fn answer(mut stream: TcpStream, port: u16) -> io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await?);
        if head == [0x16] {
            // Somebody wants TLS of a server that has none.
            return stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
        }
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let path = head.split(' ').nth(1).unwrap_or_default();
    let (verb, rest) = path.trim_start_matches('/').split_once('/').unwrap_or((path.trim_start_matches('/'), ""));
    let mut say = async |text: &str| stream.write_all(text.as_bytes()).await;
    match verb {
        "ok" => {
            let (start, agent) = (head.starts_with("GET "), head.contains("Placard/"));
            say(&format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 10\r\n\r\n{start} {agent}."))
                .await
        }
        "status" => say(&format!("HTTP/1.1 {rest} X\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n")).await,
        "to" => {
            let to = rest.replace("PORT", &port.to_string());
            say(&format!("HTTP/1.1 302 X\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n")).await
        }
        "round" => say("HTTP/1.1 301 X\r\nLocation: /round\r\nContent-Length: 0\r\n\r\n").await,
        "slow_head" => loop {
            say("H").await?;
            tokio::time::sleep(Duration::from_mins(1)).await;
        },
        "slow_headers" => {
            say("HTTP/1.1 200 OK\r\n").await?;
            loop {
                say("X: y\r\n").await?;
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
        "slow_body" => {
            say("HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n").await?;
            loop {
                say("x").await?;
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
        "endless_body" => {
            say("HTTP/1.1 200 OK\r\n\r\n").await?;
            loop {
                say(&"x".repeat(4_096)).await?;
            }
        }
        "flow" | "fast" => {
            say(&format!("HTTP/1.1 200 OK\r\nContent-Length: {rest}\r\n\r\n")).await?;
            // Nearly twice as much as what counts as flowing, and more than the longest file needs.
            let part = if verb == "flow" { 3_000 } else { 8_000 };
            for _ in 0..rest.parse::<usize>().unwrap_or_default() / part {
                say(&"x".repeat(part)).await?;
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            Ok(())
        }
        "gone" => {
            say("HTTP/1.1 404 X\r\n\r\n").await?;
            loop {
                say(&"x".repeat(4_096)).await?;
            }
        }
        "endless_continue" => loop {
            say("HTTP/1.1 100 Continue\r\n\r\n").await?;
        },
        "huge_head" => {
            say("HTTP/1.1 200 OK\r\n").await?;
            loop {
                say(&format!("X: {}\r\n", "y".repeat(1_000))).await?;
            }
        }
        "agent" => {
            let agent = head.lines().find_map(|line| line.strip_prefix("user-agent: ")).unwrap_or_default().to_owned();
            say(&format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{agent}", agent.len())).await
        }
        "after" => {
            let (ms, to) = rest.split_once('/').unwrap_or_default();
            tokio::time::sleep(Duration::from_millis(ms.parse().unwrap_or_default())).await;
            let to = to.replace("PORT", &port.to_string());
            say(&format!("HTTP/1.1 302 X\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n")).await
        }
        "bomb" => {
            // Ten bytes that say that they become ten gigabytes: they are never asked to.
            say("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 10\r\n\r\n0123456789").await
        }
        "half" => say("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx").await,
        "noise" => say("220 mail.example ESMTP\r\n").await,
        _ => Ok(()),
    }
}

#[tokio::test]
async fn a_hostile_server_gets_nothing_but_its_own_failure() {
    let told = metrics_handle().unwrap();
    let counted = || {
        let text = told.render();
        let is_it = |line: &&str| line.starts_with("placard_fetches_total") && line.contains("outcome=\"refused\"");
        text.lines().filter(is_it).filter_map(|line| line.rsplit(' ').next()?.parse::<u64>().ok()).sum::<u64>()
    };
    let before = counted();
    let hostile = Hostile::start().await;
    let check = async |address: &str, expected: Result<(u16, usize), FetchError>, hops: usize| {
        let began = Instant::now();
        let found = hostile.get(address).await;
        assert!(began.elapsed() < Duration::from_secs(2), "{address} took {:?}", began.elapsed());
        let (found, way) = match found {
            Ok(answer) => (Ok((answer.status, answer.body.len())), answer.hops),
            Err(failure) => (Err(failure.error), failure.hops),
        };
        assert_eq!((found, way.len()), (expected, hops), "{address}");
    };
    let refused = |refusal: FetchRefusal| Err(FetchError::Refused(refusal));
    let timed_out = || Err(FetchError::TimedOut(1));
    check("shop.example/ok", Ok((200, 10)), 0).await;
    check("shop.example/status/404", Ok((404, 0)), 0).await;
    check("shop.example/to//ok", Ok((200, 10)), 1).await;
    check("shop.example/to/http://other.example:PORT/ok", Ok((200, 10)), 1).await;
    // A name of which one address is public leads there alone.
    check("both.example/ok", Ok((200, 10)), 0).await;
    // Slow, endless, huge.
    check("shop.example/slow_head", timed_out(), 0).await;
    check("shop.example/slow_headers", timed_out(), 0).await;
    check("shop.example/slow_body", timed_out(), 0).await;
    check("shop.example/endless_continue", timed_out(), 0).await;
    check("shop.example/endless_body", Ok((200, BODY_BYTES)), 0).await;
    check("shop.example/huge_head", Err(FetchError::HeadTooLarge(HEAD_BYTES)), 0).await;
    check("shop.example/bomb", Ok((200, 0)), 0).await;
    check("shop.example/round", Err(FetchError::TooManyRedirects(5)), 6).await;
    // No HTTP.
    check("shop.example/noise", Err(FetchError::Malformed("its host does not answer in HTTP")), 0).await;
    let broken = "its host ended the connection without an answer";
    check("shop.example/nothing", Err(FetchError::Malformed(broken)), 0).await;
    check("shop.example/half", Err(FetchError::Malformed("its host ended the connection in the middle")), 0).await;
    let no_tls = "it speaks no TLS that is known here".to_owned();
    check("https://shop.example:PORT/ok", Err(FetchError::Insecure(no_tls)), 0).await;
    check("nobody.example/ok", Err(FetchError::Unresolved), 0).await;
    // Redirects inwards, each way to write it.
    for inwards in [
        "http://127.0.0.2:PORT/",
        "http://private.example/",
        "http://private.example:PORT/",
        "http://[::ffff:127.0.0.1]:PORT/",
        "http://[::1]:PORT/",
        "http://2130706434:PORT/",
        "http://0x7f.2:PORT/",
        "http://0177.0.0.2:PORT/",
        "http://127.0.0.2.:PORT/",
        "//169.254.169.254/latest/meta-data/",
        "http://[64:ff9b::a00:1]/",
    ] {
        check(&format!("shop.example/to/{inwards}"), refused(FetchRefusal::PrivateAddress), 1).await;
    }
    for (elsewhere, refusal) in [
        ("file:///etc/passwd", FetchRefusal::Scheme),
        ("gopher://shop.example:PORT/", FetchRefusal::Scheme),
        ("http://shop.example:22/", FetchRefusal::Port),
        ("http://user:password@shop.example:PORT/", FetchRefusal::Credentials),
        ("http://database:PORT/", FetchRefusal::PrivateName),
    ] {
        check(&format!("shop.example/to/{elsewhere}"), refused(refusal), 1).await;
    }
    check("shop.example/to/http://[", Err(FetchError::BadRedirect), 1).await;
    // The name that was public when it was asked for first.
    check("rebinding.example/to//ok", refused(FetchRefusal::PrivateAddress), 1).await;
    assert_eq!(hostile.inside.load(Ordering::SeqCst), 0, "a neighbour was asked");
    // Eleven ways inwards, five other refusals, and the name that turned.
    assert!(counted() >= before + 17, "what is refused is counted");
}

#[tokio::test]
async fn hosts_are_asked_politely() {
    let hostile = Hostile::start().await;
    let check = async |address: &str, expected: Option<FetchError>| {
        assert_eq!(
            hostile.fetcher.get(Request { purpose: "test", url: address, body_bytes: 0 }).await.err().map(|f| f.error),
            expected
        );
    };
    let address = format!("http://{}", hostile.with_port("shop.example/slow_body"));
    let slow = |_| {
        let (fetcher, url) = (hostile.fetcher.clone(), address.clone());
        async move { fetcher.get(Request { purpose: "test", url: &url, body_bytes: 100 }).await }
    };
    futures_util::future::join_all((0..8).map(slow)).await;
    assert_eq!(hostile.most.load(Ordering::SeqCst), Limits::default().per_host);
    hostile.clock.advance_ms(24 * 3_600_000);
    let busy = format!("http://{}", hostile.with_port("other.example/status/429"));
    check(&busy, None).await;
    check(&busy, Some(FetchError::BackingOff(120))).await;
    hostile.clock.advance_ms(120_000);
    check(&busy, None).await;
}

#[tokio::test]
async fn nobody_is_blamed_for_the_time_that_others_took() {
    let hostile = Hostile::start().await;
    let get = async |address: &str| {
        let address = address.replace("PORT", &hostile.port.to_string());
        let url = if address.starts_with("http") { address } else { format!("http://{}", hostile.with_port(&address)) };
        hostile.fetcher.get(Request { purpose: "test", url: &url, body_bytes: 100 }).await.map(|answer| answer.status)
    };
    // More than there are turns at a time: each would be there in time, were its turn at once.
    let slow = "shop.example/after/700//ok";
    let all = futures_util::future::join_all((0..6).map(|_| get(slow))).await;
    assert!(all.iter().all(|found| *found == Ok(200)), "{all:?}");
    // The way was nearly over when it came to the second host.
    let found = get("shop.example/after/800/http://other.example:PORT/slow_head").await;
    assert_eq!(found.map_err(|failure| failure.error), Err(FetchError::TimedOut(1)));
    assert_eq!(get("other.example/ok").await, Ok(200));
    // One that lacks a secure connection answers without.
    let found = get("https://shop.example:PORT/ok").await;
    assert!(matches!(found, Err(Failure { error: FetchError::Insecure(_), .. })), "{found:?}");
    assert_eq!(get("shop.example/ok").await, Ok(200));
}

#[tokio::test]
async fn a_shorter_look_says_nothing_bad_of_a_host() {
    let hostile = Hostile::start().await;
    let url = format!("http://{}", hostile.with_port("shop.example/after/700//ok"));
    let request = || Request { purpose: "test", url: &url, body_bytes: 100 };
    let short = hostile.fetcher.get_within(request(), Duration::from_millis(300)).await;
    assert_eq!(short.map_err(|failure| failure.error).err(), Some(FetchError::Slow(0)));
    // It is there with the usual patience, and is not left alone.
    assert_eq!(hostile.fetcher.get(request()).await.map(|answer| answer.status), Ok(200));
}

#[tokio::test]
async fn nobody_is_held_up_for_what_others_led_to() {
    let hostile = Hostile::start().await;
    let get = async |purpose: &'static str, address: &str| {
        let url = format!("http://{}", hostile.with_port(&address.replace("PORT", &hostile.port.to_string())));
        let found = hostile.fetcher.get(Request { purpose, url: &url, body_bytes: 100 }).await;
        found.map(|answer| answer.status).map_err(|failure| failure.error)
    };
    let ways =
        ["shop.example/to/http://other.example:PORT/status/429", "shop.example/to/http://other.example:PORT/half"];
    for (way, then) in ways.into_iter().zip([Ok(429), Err(FetchError::BackingOff(120))]) {
        assert_eq!(get("site", way).await, then, "{way}");
    }
    assert_eq!(get("site", "other.example/ok").await, Ok(200));
    assert_eq!(get("site", "both.example/to/http://other.example:PORT/ok").await, Ok(200));
    // Nor for what was asked of it for something else.
    assert_eq!(get("link", "other.example/status/503").await, Ok(503));
    assert_eq!(get("link", "other.example/ok").await, Err(FetchError::BackingOff(120)));
    assert_eq!(get("site", "other.example/ok").await, Ok(200));
}

#[tokio::test]
async fn pages_of_strangers_keep_no_payment_waiting() {
    let hostile = Hostile::start().await;
    let limits = Limits::default();
    let slow = format!("http://{}", hostile.with_port("shop.example/slow_body"));
    let strangers = (0..limits.at_once + limits.waiting).map(|_| {
        let (fetcher, url) = (hostile.fetcher.clone(), slow.clone());
        tokio::spawn(async move { fetcher.get(Request { purpose: "link", url: &url, body_bytes: 100 }).await })
    });
    let strangers: Vec<_> = strangers.collect();
    while hostile.fetcher.pages.admitted.available_permits() > 0 {
        tokio::task::yield_now().await;
    }
    let one_more = hostile.fetcher.get(Request { purpose: "link", url: &slow, body_bytes: 100 }).await;
    assert_eq!(one_more.map_err(|failure| failure.error), Err(FetchError::Busy));
    // At the very host that they hold up.
    let url = format!("http://{}", hostile.with_port("shop.example/ok"));
    let call = Call { purpose: "payment", url: &url, headers: &[], body: None, body_bytes: 100 };
    assert_eq!(hostile.fetcher.call(call).await.map(|answer| answer.status), Ok(200));
    strangers.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test]
async fn who_waits_for_the_lookups_of_others_has_all_the_time_after() {
    let places = SystemNames::default();
    let mut others = Vec::new();
    while let Some(place) = places.turn().now_or_never() {
        others.push(place);
    }
    let hostile = Hostile::start_with(Arc::new(places)).await;
    let url = format!("http://{}", hostile.with_port("localhost/after/700//ok"));
    let freed = async {
        tokio::time::sleep(Duration::from_millis(700)).await;
        drop(others);
    };
    let get = hostile.fetcher.get(Request { purpose: "test", url: &url, body_bytes: 100 });
    let (found, ()) = tokio::join!(get, freed);
    assert_eq!(found.map(|answer| answer.status), Ok(200));
}

#[tokio::test]
async fn who_asks_is_named_as_the_network_is_called_now() {
    let hostile = Hostile::start().await;
    let agent = async || {
        let url = format!("http://{}", hostile.with_port("shop.example/agent"));
        let found = hostile.fetcher.get(Request { purpose: "test", url: &url, body_bytes: 1_000 }).await.unwrap();
        String::from_utf8(found.body).unwrap()
    };
    assert!(agent().await.contains("(Placard; +https://net.example)"), "{}", agent().await);
    hostile.settings.publish(1, [("network.name", "North Sea Ads")]);
    assert!(agent().await.contains("(North Sea Ads; +https://net.example)"), "{}", agent().await);
}

#[test]
fn only_the_public_internet_is_public() {
    let check =
        |address: &str, expected: bool| assert_eq!(address::is_public(address.parse().unwrap()), expected, "{address}");
    for public in ["1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.1", "192.0.1.0"] {
        check(public, true);
    }
    for public in ["2001:4860:4860::8888", "2606:4700::1111", "2a00:1450::1", "2001:200::1"] {
        check(public, true);
    }
    for private in [
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.1",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.0.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.7",
        "203.0.113.9",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:1.1.1.1",
        "::ffff:127.0.0.1",
        "::ffff:0:7f00:1",
        "64:ff9b::101:101",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:0:4136:e378::",
        "2001:2::1",
        "2001:10::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2002:808:808::",
        "3fff::1",
        "4000::1",
        "fc00::1",
        "fd12::1",
        "fe80::1",
        "fec0::1",
        "ff02::1",
    ] {
        check(private, false);
    }
}

#[test]
fn without_exceptions_odd_names_and_ports_are_refused() {
    let check = |url: &str, expected: Option<FetchRefusal>| {
        let policy = Policy::default();
        assert_eq!(address::Target::of(&Url::parse(url).unwrap(), &policy).err(), expected, "{url}");
    };
    check("https://shop.example/", None);
    check("http://shop.example:443/", None);
    check("https://SHOP.example./", None);
    check("http://1.1.1.1/", None);
    check("http://[2606:4700::1111]/", None);
    check("https://shop.example:8443/", Some(FetchRefusal::Port));
    check("ftp://shop.example/", Some(FetchRefusal::Scheme));
    check("data:text/html,x", Some(FetchRefusal::Scheme));
    check("https://name@shop.example/", Some(FetchRefusal::Credentials));
    for name in ["localhost", "LOCALHOST.", "a.localhost", "intranet", "intranet."] {
        check(&format!("http://{name}/"), Some(FetchRefusal::PrivateName));
    }
    for address in
        ["127.1", "0", "0x7f000001", "017700000001", "2130706433", "127.0.0.1.", "[::1]", "[::ffff:a00:1]", "①②⑦.0.0.1"]
    {
        check(&format!("http://{address}/"), Some(FetchRefusal::PrivateAddress));
    }
}

#[test]
fn who_asks_is_named_in_plain_characters() {
    assert_eq!(
        user_agent("Küste (net)\r\nX: y", "https://net.example"),
        format!("Placard/{} (Kste netX: y; +https://net.example)", env!("CARGO_PKG_VERSION"))
    );
}

#[tokio::test]
async fn messages_go_to_public_addresses_by_https_alone() {
    let hostile = Hostile::start().await;
    let post = async |url: &str| {
        let url = Url::parse(&url.replace("PORT", &hostile.port.to_string())).unwrap();
        let body = hyper::body::Bytes::from_static(b"x");
        hostile.fetcher.post(Post { purpose: "test", url: &url, headers: &[], body: &body }).await
    };
    for (url, refusal) in [
        ("https://private.example/x", FetchRefusal::PrivateAddress),
        ("https://127.0.0.1/x", FetchRefusal::PrivateAddress),
        ("https://[::1]/x", FetchRefusal::PrivateAddress),
        ("https://intranet/x", FetchRefusal::PrivateName),
        ("https://shop.example:22/x", FetchRefusal::Port),
        ("https://me:you@shop.example/x", FetchRefusal::Credentials),
        ("http://shop.example/x", FetchRefusal::Insecure),
    ] {
        assert_eq!(post(url).await, Err(refusal.into()), "{url}");
    }
    assert_eq!(post("https://nobody.example/x").await, Err(FetchError::Unresolved));
    // A server of HTTP/1.1 is no push service, and answers nothing that could be taken for one.
    assert!(matches!(
        post("http://shop.example:PORT/ok").await,
        Err(FetchError::Malformed(_) | FetchError::TimedOut(_))
    ));
    assert_eq!(hostile.inside.load(Ordering::SeqCst), 0);
}
