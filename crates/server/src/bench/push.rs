//! What an encrypted push costs its sender, against a push service on this machine, and what a million subscriptions cost in memory.

mod network;

use super::beside::{LEAD, REQUESTS, ads};
use super::browser::{Browser, Call, line};
use super::processor::time_of_threads;
use super::{SERVER_THREADS, ads_request, runtime};
use crate::app::{App, Parts};
use crate::push_service::{PushService, Reply};
use anyhow::Context;
use network::Network;
use p256::SecretKey;
use p256::ecdh::diffie_hellman;
use placard_common::config::Config;
use placard_common::fetch::{OwnHosts, Policy};
use placard_common::webpush::{Encrypter, Recipient};
use placard_model::push::push_times::{Daytime, Pace, next_push};
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::{SiteId, UnixMs};
use placard_worker::feeds::push::Sender;
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};
use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

/// Messages that are encrypted in each way alone.
const ALONE: u32 = 4_000;
/// Messages that are sent as fast as they go.
const SENT: usize = 20_000;
/// Subscriptions that are there.
const SUBSCRIPTIONS: usize = 1_000_000;
/// Those of them that are due as the measurement begins.
const DUE_AT_ONCE: usize = 2 * SENT;
/// For so long messages go at the rate of a million in an hour.
const STEADY: Duration = Duration::from_secs(20);
/// So many a second.
const PER_SECOND: usize = 280;
/// Threads of the database's driver: what is written before and after a message is a part of its cost.
const DATABASE_THREADS: &str = "sqlx-sqlite";
const AUTH: [u8; 16] = [9; 16];

/// Measures on a network of its own below the data folder.
pub(super) fn measure(config: Config) -> anyhow::Result<String> {
    let mut report = String::from("Pushes\n");
    alone(&mut report)?;
    peaks(&mut report);
    let (server, others) = (runtime(SERVER_THREADS)?, runtime("bench-push-service")?);
    let taken = Arc::new(AtomicU64::new(0));
    let counted = taken.clone();
    let service = others.block_on(PushService::start(Arc::new(move |received| {
        counted.fetch_add(u64::from(!received.body.is_empty()), Ordering::Relaxed);
        Box::pin(async { Reply::of(201) })
    })))?;
    let push = Some(OwnHosts { address: service.address(), is_own: |host| host == "fcm.googleapis.com" });
    let fetches = Some(Policy { push, ..Policy::default() });
    let clients = others.handle();
    server.block_on(async {
        let parts = Parts { seed: Some(super::SEED), fetches, ..Parts::default() };
        let app = App::open(config, parts).await?;
        let network = network::build(&app).await?;
        let before = Memory::now()?;
        let began = Instant::now();
        network::subscribe(&app, &network).await?;
        writeln!(report, "  {SUBSCRIPTIONS} subscriptions written in {:.0} s", began.elapsed().as_secs_f64())?;
        let sender = Sender::load(app.worker.clone()).await?;
        // On the server's threads, whose time is counted: this one is none of them.
        let (told, sender) = tokio::spawn(sending(sender, taken)).await??;
        report.push_str(&told);
        let after = Memory::now()?;
        writeln!(
            report,
            "  memory of the process: {} MiB with the ads alone, {} MiB with all of them, {} MiB of it mapped files: the program, places",
            before.resident_mib, after.resident_mib, after.files_mib
        )?;
        let stop = CancellationToken::new();
        let mut browser = Browser::open(&app, network.webmaster, &stop).await?;
        pages(&mut report, &mut browser, network.site).await?;
        beside(&mut report, &network, browser.address(), sender, clients).await?;
        stop.cancel();
        app.close().await
    })?;
    report.push('\n');
    Ok(report)
}

/// What messages cost their sender; the sender goes on after that.
async fn sending(mut sender: Sender, taken: Arc<AtomicU64>) -> anyhow::Result<(String, Sender)> {
    let mut report = String::new();
    fast(&mut report, &mut sender, &taken).await?;
    steady(&mut report, &mut sender).await?;
    Ok((report, sender))
}

fn micros(elapsed: Duration, count: u32) -> f64 {
    elapsed.as_secs_f64() * 1e6 / f64::from(count)
}

/// Encryption alone: as it is done, and with RustCrypto's key agreement.
fn alone(report: &mut String) -> anyhow::Result<()> {
    let mut rng = StdRng::seed_from_u64(1);
    let reader = SecretKey::from_slice(&[5; 32])?;
    let to = Recipient::stored(&base64(&reader.public_key().to_sec1_bytes()), &AUTH)?;
    let (encrypter, plain) = (Encrypter::default(), [7; 600]);
    let began = Instant::now();
    for _ in 0..ALONE {
        std::hint::black_box(encrypter.encrypt(&to, &plain, &mut rng)?);
    }
    writeln!(report, "  encryption of 600 bytes alone: {:>6.0} µs", micros(began.elapsed(), ALONE))?;
    let theirs = reader.public_key();
    let began = Instant::now();
    for _ in 0..ALONE {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        let own = SecretKey::from_slice(&bytes)?;
        std::hint::black_box(own.public_key().to_sec1_bytes());
        std::hint::black_box(diffie_hellman(own.to_nonzero_scalar(), theirs.as_affine()));
    }
    writeln!(report, "  RustCrypto's key agreement alone: {:>3.0} µs", micros(began.elapsed(), ALONE))?;
    Ok(())
}

/// How even the moments of a million subscriptions are.
fn peaks(report: &mut String) {
    let daytime = Daytime { from_hour: 9, to_hour: 21 };
    let midnight = UnixMs(20_000 * DAY_MS);
    let began = Instant::now();
    let mut seconds = vec![0u32; 12 * 3_600];
    for seed in 0..SUBSCRIPTIONS as u64 {
        let at = next_push(seed, 0, daytime, Pace::PerDay(4), midnight);
        if let Some(second) = seconds.get_mut(((at.0 - midnight.0 - 9 * HOUR_MS) / 1_000) as usize) {
            *second += 1;
        }
    }
    let used = seconds.iter().filter(|count| **count > 0).count().max(1);
    let _ = writeln!(
        report,
        "  the next moment of {SUBSCRIPTIONS} subscriptions in one time zone, four a day: {:.1} in a second, {} at most; \
         {:.2} µs each",
        SUBSCRIPTIONS as f64 / used as f64,
        seconds.iter().max().copied().unwrap_or_default(),
        began.elapsed().as_secs_f64() * 1e6 / SUBSCRIPTIONS as f64
    );
}

/// As fast as it goes.
async fn fast(report: &mut String, sender: &mut Sender, taken: &AtomicU64) -> anyhow::Result<()> {
    let before = taken.load(Ordering::Relaxed);
    let (began, processor) = (Instant::now(), processor()?);
    let mut looked_at = 0;
    while looked_at < SENT {
        let some = sender.step(256).await?;
        anyhow::ensure!(some > 0, "nothing is due: {looked_at} of {SENT}");
        looked_at += some;
        // Choosing is faster than the service answers, which takes so many at once; what it has no room for is put off.
        sender.finish().await?;
    }
    let sent = taken.load(Ordering::Relaxed) - before;
    anyhow::ensure!(sent as usize >= SENT * 9 / 10, "only {sent} of {SENT} messages came");
    let spent = self::processor()?.saturating_sub(processor);
    writeln!(
        report,
        "  chosen, written, encrypted, sent over HTTP/2, answer noted: {:.0} µs of processor time a message; {:.0} a second",
        micros(spent, sent as u32),
        sent as f64 / began.elapsed().as_secs_f64()
    )?;
    Ok(())
}

/// At the rate of a million in an hour.
async fn steady(report: &mut String, sender: &mut Sender) -> anyhow::Result<()> {
    let (began, processor) = (Instant::now(), processor()?);
    let rate = at_rate(sender, || began.elapsed() < STEADY).await?;
    let share = self::processor()?.saturating_sub(processor).as_secs_f64() / began.elapsed().as_secs_f64() * 100.0;
    writeln!(report, "  at {rate:.0} a second, a million in an hour: {share:.0} % of a processor")?;
    Ok(())
}

/// Sends at the rate of a million in an hour for as long as it goes on; how many were sent in a second.
async fn at_rate(sender: &mut Sender, goes_on: impl Fn() -> bool + Send) -> anyhow::Result<f64> {
    let (began, mut sent) = (Instant::now(), 0);
    while goes_on() {
        let beat = Instant::now();
        sent += sender.step(PER_SECOND / 4).await?;
        sender.listen_for(Duration::from_millis(250).saturating_sub(beat.elapsed())).await?;
    }
    sender.finish().await?;
    Ok(sent as f64 / began.elapsed().as_secs_f64())
}

/// What its owner asks of the site's subscribers, and an advertiser of all subscribers.
async fn pages(report: &mut String, browser: &mut Browser, site: SiteId) -> anyhow::Result<()> {
    let push = format!("/api/webmaster/sites/{site}/push");
    let audience = serde_json::json!({ "countries": ["DE", "AT"], "device_types": [4] });
    let reach = Call { method: "POST", path: "/api-push-proxy/campaigns/reach".to_owned(), body: audience.to_string() };
    writeln!(report, "  {:<34}{:>10} {:>12}", "", "p50", "p95")?;
    for (name, call) in [
        ("a site's subscribers, a year", Call::get(format!("{push}/subscribers?days=365"))),
        ("a site's health", Call::get(format!("{push}/health"))),
        ("reach of a campaign", reach),
    ] {
        line(report, name, browser.times(&call).await?);
    }
    Ok(())
}

/// What sending does to ad requests: the same ones alone, and while messages go at the rate of a million in an hour.
async fn beside(
    report: &mut String,
    network: &Network,
    address: SocketAddr,
    mut sender: Sender,
    clients: &Handle,
) -> anyhow::Result<()> {
    let requests: Arc<[Arc<[u8]>]> =
        network.traffic.iter().map(|request| ads_request(address, "/d/ads", request)).collect();
    let ask = || {
        let requests = requests.clone();
        clients.spawn(async move { ads(address, &requests).await })
    };
    ask().await??;
    let quiet = ask().await??;
    let stop = CancellationToken::new();
    let stopped = stop.clone();
    let sending = tokio::spawn(async move { at_rate(&mut sender, || !stopped.is_cancelled()).await });
    tokio::time::sleep(LEAD).await;
    let busy = ask().await??;
    stop.cancel();
    let rate = sending.await??;
    writeln!(report, "  {REQUESTS} ad requests, one after the other:")?;
    for (name, measured) in [("nothing beside".to_owned(), quiet), (format!("{rate:.0} messages a second"), busy)] {
        writeln!(report, "  {name:<34}p50 {:>6.2} ms, p99 {:>6.2} ms", measured.at(0.5), measured.at(0.99))?;
    }
    Ok(())
}

fn processor() -> anyhow::Result<Duration> {
    Ok(time_of_threads(SERVER_THREADS)? + time_of_threads(DATABASE_THREADS)?)
}

/// What the process has in memory.
struct Memory {
    resident_mib: u64,
    /// What is mapped of files, a part of it: the system takes it back where it needs the room.
    files_mib: u64,
}

impl Memory {
    fn now() -> anyhow::Result<Self> {
        let status = std::fs::read_to_string("/proc/self/status").context("memory is read from /proc: Linux only")?;
        let mib = |name: &str| -> anyhow::Result<u64> {
            let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
            Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? / 1_024)
        };
        Ok(Self { resident_mib: mib("VmRSS:")?, files_mib: mib("RssFile:")? })
    }
}

fn base64(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bytes)
}
