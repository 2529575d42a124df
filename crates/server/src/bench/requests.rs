//! Processor time of the server per ad request over HTTP, beside handlers in the same server that answer constants.

use super::client::Connection;
use super::processor::time_of_threads;
use super::{Bench, PLACES, SERVER_THREADS};
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Instant;

/// Connections that send at the same time.
const CONNECTIONS: usize = 8;
/// Rounds, of which the median counts: other work on the machine disturbs some of them.
const ROUNDS: usize = 5;
/// The longest constant, in kilobytes.
pub(super) const CONSTANT_KB_MAX: usize = 16;
/// The figure to hold at 10,000 live ads, in microseconds.
const GOAL_US: f64 = 40.0;

struct Round {
    processor_us: f64,
    answers_per_s: f64,
    mean_bytes: f64,
}

pub(super) async fn measure(bench: &Bench) -> anyhow::Result<String> {
    let requests = |path: &str| -> Arc<[Arc<[u8]>]> {
        bench.traffic.iter().map(|request| bench.ads_request(path, request)).collect()
    };
    let ads = requests("/d/ads");
    // Fills the caches of user agents and places, as a server has them after its first minutes.
    let first = round(bench, &ads).await?;
    let constant = requests(&format!("/bench/constant/{}", kilobytes(first.mean_bytes)));
    let empty = requests("/bench/empty");
    let (mut of_ads, mut of_constant, mut of_empty) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        of_ads.push(round(bench, &ads).await?);
        of_constant.push(round(bench, &constant).await?);
        of_empty.push(round(bench, &empty).await?);
    }
    let shown = shown(bench, &ads).await?;
    let (ads, constant, empty) = (median(of_ads), median(of_constant), median(of_empty));
    let mut report = String::new();
    let _ = writeln!(
        report,
        "Processor time of the server per request over HTTP ({} requests, {PLACES} places, {shown:.1} ads shown, {:.0} \
         bytes; median of {ROUNDS} rounds)",
        bench.traffic.len(),
        ads.mean_bytes
    );
    for (name, round) in [("empty answer", &empty), ("constant of this size", &constant), ("ad request", &ads)] {
        let _ = writeln!(report, "  {name:<24}{:>8.1} us {:>10.0} answers/s", round.processor_us, round.answers_per_s);
    }
    let above = ads.processor_us - constant.processor_us;
    let _ =
        writeln!(report, "  {:<24}{above:>8.1} us (goal: {GOAL_US} us for the whole request)", "above the constant");
    // Of one run on one machine: what other runs and machines can be compared with.
    let ratio = ads.processor_us / constant.processor_us.max(0.001);
    let _ = writeln!(report, "  {:<24}{ratio:>8.2}\n", "times the constant");
    Ok(report)
}

fn kilobytes(bytes: f64) -> usize {
    ((bytes / 1024.0).round() as usize).clamp(1, CONSTANT_KB_MAX)
}

fn median(mut rounds: Vec<Round>) -> Round {
    rounds.sort_by(|a, b| a.processor_us.total_cmp(&b.processor_us));
    rounds.swap_remove(rounds.len() / 2)
}

/// Sends every request once.
async fn round(bench: &Bench, requests: &Arc<[Arc<[u8]>]>) -> anyhow::Result<Round> {
    let mut connections = Vec::new();
    for _ in 0..CONNECTIONS {
        connections.push(Connection::open(bench.address).await?);
    }
    let (before, began) = (time_of_threads(SERVER_THREADS)?, Instant::now());
    let senders: Vec<_> = connections
        .into_iter()
        .enumerate()
        .map(|(at, mut connection)| {
            let requests = requests.clone();
            tokio::spawn(async move {
                let mut bytes = 0;
                for request in requests.iter().skip(at).step_by(CONNECTIONS) {
                    let answer = connection.send(request).await?;
                    anyhow::ensure!(answer.status == 200, "the server answered {}", answer.status);
                    bytes += answer.length;
                }
                anyhow::Ok(bytes)
            })
        })
        .collect();
    let mut bytes = 0;
    for sender in senders {
        bytes += sender.await??;
    }
    let (spent, elapsed) = (time_of_threads(SERVER_THREADS)?.saturating_sub(before), began.elapsed());
    let count = requests.len() as f64;
    Ok(Round {
        processor_us: spent.as_secs_f64() * 1e6 / count,
        answers_per_s: count / elapsed.as_secs_f64(),
        mean_bytes: bytes as f64 / count,
    })
}

/// Ads shown per request, from some of them.
async fn shown(bench: &Bench, requests: &[Arc<[u8]>]) -> anyhow::Result<f64> {
    let mut connection = Connection::open(bench.address).await?;
    let (mut ads, mut count) = (0usize, 0usize);
    for request in requests.iter().take(500) {
        let answer = connection.send(request).await?;
        let body: serde_json::Value = serde_json::from_slice(&answer.body)?;
        ads += body["blocks"][0]["ads"].as_array().map_or(0, Vec::len);
        count += 1;
    }
    Ok(ads as f64 / count.max(1) as f64)
}
