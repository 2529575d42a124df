//! What abuse does to ad requests: the same requests alone, and beside each kind of abuse.

use super::abuse::{self, Abuse, Way};
use super::client::Connection;
use super::processor::time_of_threads;
use super::{Bench, SERVER_THREADS};
use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;

/// Ad requests of each measurement, one after the other.
pub(super) const REQUESTS: usize = 4_000;
/// What is measured beside begins so long before.
pub(super) const LEAD: Duration = Duration::from_millis(500);
/// After a connection was refused or ended, so long until the next.
const RETRY_PAUSE: Duration = Duration::from_millis(50);

/// Times of ad requests, sorted, and what the server's threads spent meanwhile.
pub(super) struct Measured {
    times: Vec<Duration>,
    processor: Duration,
    elapsed: Duration,
}

impl Measured {
    /// What a share of them stay under, in ms.
    pub(super) fn at(&self, share: f64) -> f64 {
        let at = (self.times.len() as f64 * share) as usize;
        self.times.get(at).copied().unwrap_or_default().as_secs_f64() * 1e3
    }
}

pub(super) async fn measure(bench: &Bench) -> anyhow::Result<String> {
    let requests: Vec<Arc<[u8]>> =
        bench.traffic.iter().take(REQUESTS).map(|request| bench.ads_request("/d/ads", request)).collect();
    let abuses = abuse::all(bench, &requests).await?;
    ads(bench.address, &requests).await?;

    let mut report = String::new();
    let _ = writeln!(report, "Ad requests beside abuse ({REQUESTS} requests, one after the other)");
    let _ =
        writeln!(report, "  {:<44}{:>10} {:>10} {:>16} {:>14}", "", "p50", "p99", "server threads", "abuse answered");
    let quiet = ads(bench.address, &requests).await?;
    line(&mut report, "nothing beside", &quiet, None);
    for abuse in abuses {
        let (stop, answered) = (CancellationToken::new(), Arc::new(AtomicU64::new(0)));
        let abuse = Arc::new(abuse);
        let senders: Vec<_> = (0..abuse.senders)
            .map(|number| tokio::spawn(send(bench.address, abuse.clone(), number, stop.clone(), answered.clone())))
            .collect();
        tokio::time::sleep(LEAD).await;
        let before = answered.load(Ordering::Relaxed);
        let measured = ads(bench.address, &requests).await?;
        let per_second = (answered.load(Ordering::Relaxed) - before) as f64 / measured.elapsed.as_secs_f64();
        stop.cancel();
        for sender in senders {
            sender.await??;
        }
        line(&mut report, abuse.name, &measured, Some(per_second));
    }
    report.push('\n');
    Ok(report)
}

fn line(report: &mut String, name: &str, measured: &Measured, abuse_per_second: Option<f64>) {
    let share = measured.processor.as_secs_f64() / measured.elapsed.as_secs_f64() * 100.0;
    let (p50, p99) = (measured.at(0.5), measured.at(0.99));
    let answered = abuse_per_second.map_or_else(String::new, |rate| format!("{rate:>12.0}/s"));
    let _ = writeln!(report, "  {name:<44}{p50:>7.2} ms {p99:>7.2} ms {share:>14.0} % {answered}");
}

/// Sends requests for ads, each after the answer to the one before.
pub(super) async fn ads(server: SocketAddr, requests: &[Arc<[u8]>]) -> anyhow::Result<Measured> {
    let mut connection = Connection::open(server).await?;
    let (before, began) = (time_of_threads(SERVER_THREADS)?, Instant::now());
    let mut times = Vec::with_capacity(requests.len());
    for request in requests {
        let began = Instant::now();
        let answer = connection.send(request).await?;
        anyhow::ensure!(answer.status == 200, "the server answered {}", answer.status);
        times.push(began.elapsed());
    }
    let (processor, elapsed) = (time_of_threads(SERVER_THREADS)?.saturating_sub(before), began.elapsed());
    times.sort_unstable();
    Ok(Measured { times, processor, elapsed })
}

/// One sender of an abuse, until it is stopped. A server that closes on it is what it deserves: it comes again.
async fn send(
    server: SocketAddr,
    abuse: Arc<Abuse>,
    number: usize,
    stop: CancellationToken,
    answered: Arc<AtomicU64>,
) -> anyhow::Result<()> {
    let mut turn = 0u32;
    while !stop.is_cancelled() {
        let ended = match abuse.way {
            Way::Calls => calls(server, &abuse, number, &mut turn, &stop, &answered).await?,
            Way::Silence => silence(server, &(abuse.request)(number, turn), &stop).await,
        };
        if ended {
            tokio::time::sleep(RETRY_PAUSE).await;
        }
    }
    Ok(())
}

/// Sends request after request; `true` when the server ended the connection.
async fn calls(
    server: SocketAddr,
    abuse: &Abuse,
    number: usize,
    turn: &mut u32,
    stop: &CancellationToken,
    answered: &AtomicU64,
) -> anyhow::Result<bool> {
    let Ok(mut connection) = Connection::open(server).await else { return Ok(true) };
    while !stop.is_cancelled() {
        let Ok(answer) = connection.send(&(abuse.request)(number, *turn)).await else { return Ok(true) };
        let status = answer.status;
        anyhow::ensure!(abuse.answers.contains(&status), "{}: answered with {status}", abuse.name);
        answered.fetch_add(1, Ordering::Relaxed);
        *turn += 1;
    }
    Ok(false)
}

/// Sends the beginning of a request and waits.
async fn silence(server: SocketAddr, beginning: &[u8], stop: &CancellationToken) -> bool {
    let Ok(mut stream) = TcpStream::connect(server).await else { return true };
    if stream.write_all(beginning).await.is_err() {
        return true;
    }
    tokio::select! {
        () = stop.cancelled() => false,
        _ = stream.readable() => true,
    }
}
