//! What a flood of logins does to ad requests: the same requests without and with it.

use super::client::Connection;
use super::processor::time_of_threads;
use super::{Bench, SERVER_THREADS};
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// Logins that wait for their answer at any time: more than the password workers ever do at once.
const LOGINS_AT_ONCE: usize = 100;
/// Ad requests of each measurement, one after the other.
const REQUESTS: usize = 4_000;
/// The flood begins so long before the measurement.
const LEAD: Duration = Duration::from_millis(500);
/// Name of the threads that compare passwords.
const PASSWORD_THREADS: &str = "password";

/// Times of ad requests, sorted, and what the server's threads spent meanwhile.
struct Measured {
    times: Vec<Duration>,
    processor: Duration,
    elapsed: Duration,
}

impl Measured {
    fn at(&self, share: f64) -> f64 {
        let at = (self.times.len() as f64 * share) as usize;
        self.times.get(at).copied().unwrap_or_default().as_secs_f64() * 1e3
    }
}

pub(super) async fn measure(bench: &Bench) -> anyhow::Result<String> {
    let requests: Vec<Arc<[u8]>> =
        bench.traffic.iter().take(REQUESTS).map(|request| bench.ads_request("/d/ads", request)).collect();
    ads(bench, &requests).await?;
    let quiet = ads(bench, &requests).await?;

    let (stop, answered) = (CancellationToken::new(), Arc::new(AtomicU64::new(0)));
    let mut logins = Vec::new();
    for number in 0..LOGINS_AT_ONCE {
        let connection = Connection::open(bench.address).await?;
        logins.push(tokio::spawn(log_in_again_and_again(connection, number, stop.clone(), answered.clone())));
    }
    tokio::time::sleep(LEAD).await;
    let (before, spent) = (answered.load(Ordering::Relaxed), time_of_threads(PASSWORD_THREADS)?);
    let flooded = ads(bench, &requests).await?;
    let seconds = flooded.elapsed.as_secs_f64();
    let per_second = (answered.load(Ordering::Relaxed) - before) as f64 / seconds;
    let busy = time_of_threads(PASSWORD_THREADS)?.saturating_sub(spent).as_secs_f64() / seconds;
    stop.cancel();
    for login in logins {
        login.await??;
    }

    let mut report = String::new();
    let _ = writeln!(
        report,
        "Ad requests beside a flood of logins ({REQUESTS} requests, one after the other; {LOGINS_AT_ONCE} logins wait)"
    );
    let _ = writeln!(report, "  {:<24}{:>10} {:>10} {:>16}", "", "p50", "p99", "server threads");
    for (name, measured) in [("without logins", &quiet), ("with the flood", &flooded)] {
        let share = measured.processor.as_secs_f64() / measured.elapsed.as_secs_f64() * 100.0;
        let (p50, p99) = (measured.at(0.5), measured.at(0.99));
        let _ = writeln!(report, "  {name:<24}{p50:>7.2} ms {p99:>7.2} ms {share:>14.0} %");
    }
    let _ = writeln!(
        report,
        "  meanwhile {per_second:.0} logins/s were answered; the password threads had {:.0} % of a processor\n",
        busy * 100.0
    );
    Ok(report)
}

async fn ads(bench: &Bench, requests: &[Arc<[u8]>]) -> anyhow::Result<Measured> {
    let mut connection = Connection::open(bench.address).await?;
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

/// Each attempt is for another account and from another address, so that no limit on failed logins holds it off.
async fn log_in_again_and_again(
    mut connection: Connection,
    number: usize,
    stop: CancellationToken,
    answered: Arc<AtomicU64>,
) -> anyhow::Result<()> {
    let mut attempt = 0u32;
    while !stop.is_cancelled() {
        // A /64 of its own for each attempt, of which there are far fewer than 65,536.
        let address = format!("2001:db8:{number:x}:{:x}::1", attempt % u32::from(u16::MAX));
        let body = format!("{{\"email\":\"nobody-{number}-{attempt}@x.org\",\"password\":\"Wrong-pass-1\"}}");
        let request = format!(
            "POST /api/oauth2/accessToken HTTP/1.1\r\nhost: placard\r\nx-forwarded-for: {address}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        let answer = connection.send(request.as_bytes()).await?;
        anyhow::ensure!(matches!(answer.status, 401 | 503), "a login was answered with {}", answer.status);
        answered.fetch_add(u64::from(answer.status == 401), Ordering::Relaxed);
        attempt += 1;
    }
    Ok(())
}
