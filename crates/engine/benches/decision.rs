//! One decision in process: `cargo bench -p placard-engine --bench decision`.
//!
//! Prints, for networks of 1,000, 10,000 and 100,000 live ads, how many survive the filters and how long a decision
//! takes (each request timed as the minimum of five, so that what the machine does meanwhile is left out). How much memory
//! the largest one needs is measured in a process of its own.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use placard_engine::generator::{self, Size};
use placard_engine::{Change, EngineConfig, Host};
use placard_model::ids::BlockId;
use placard_model::settings::Choosing;
use placard_model::time::UnixMs;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use std::hint::black_box;
use std::time::Instant;

const REQUESTS: usize = 20_000;
const LEARNED_REQUESTS: usize = 200_000;
const REPEATS: usize = 5;

/// A line of `/proc/self/status` in MB; nothing where there is no such file.
fn memory(field: &str) -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(field))?;
    line.trim().trim_end_matches(" kB").parse::<f64>().ok().map(|kilobytes| kilobytes / 1_024.0)
}

/// Prints by how much memory grows from no ad to 100,000, and to what a second snapshot beside the first takes it.
fn measure_memory(now: UnixMs) {
    let empty = memory("VmRSS:").unwrap_or_default();
    let host = generator::host(generator::network(Size::of_ads(100_000), 7), EngineConfig::default(), now);
    let full = memory("VmRSS:").unwrap_or_default();
    host.apply(vec![Change::RemoveBlock(BlockId(1))]);
    host.publish_now(now);
    let peak = memory("VmHWM:").unwrap_or_default();
    println!(
        "memory from 0 to {} ads: {:+.0} MB (at most {:+.0} MB while a second snapshot is made)",
        host.snapshot().len(),
        full - empty,
        peak - empty
    );
}

fn percentile<T: Copy + Ord>(sorted: &[T], percent: f64) -> T {
    sorted[((sorted.len() - 1) as f64 * percent / 100.0).round() as usize]
}

fn measure(host: &Host, requests: &[generator::GeneratedRequest], now: UnixMs, ads: usize) {
    let snapshot = host.snapshot();
    let mut survivors: Vec<usize> =
        requests.iter().map(|request| snapshot.eligible(&request.as_request(), now).len()).collect();
    survivors.sort_unstable();
    let mut nanos = Vec::with_capacity(requests.len());
    let how = Choosing::default();
    for (number, request) in requests.iter().enumerate() {
        let request = request.as_request();
        let mut least = u128::MAX;
        for repeat in 0..REPEATS {
            let mut rng = SmallRng::seed_from_u64((number * REPEATS + repeat) as u64);
            let start = Instant::now();
            black_box(snapshot.select(black_box(&request), &how, now, &mut rng));
            least = least.min(start.elapsed().as_nanos());
        }
        nanos.push(least);
    }
    nanos.sort_unstable();
    let micros = |percent| percentile(&nanos, percent) as f64 / 1_000.0;
    println!(
        "{ads:>7} live ads | survivors p50 {:>5} p99 {:>5} | decision p50 {:>6.1} us  p90 {:>6.1} us  p99 {:>6.1} us  max {:>6.1} us",
        percentile(&survivors, 50.0),
        percentile(&survivors, 99.0),
        micros(50.0),
        micros(90.0),
        micros(99.0),
        micros(100.0),
    );
}

fn main() -> std::io::Result<()> {
    let now = UnixMs::parse("2026-11-18T13:20:00Z").unwrap_or_default();
    if std::env::args().any(|arg| arg == "--memory") {
        measure_memory(now);
        return Ok(());
    }
    for ads in [1_000, 10_000, 100_000] {
        let network = generator::network(Size::of_ads(ads), 7);
        let blocks = network.blocks.clone();
        let start = Instant::now();
        let host = generator::host(network, EngineConfig::default(), now);
        let built = start.elapsed();
        generator::learn(&host, &generator::requests(&blocks, LEARNED_REQUESTS, 8), now, 9);
        let requests = generator::requests(&blocks, REQUESTS, 10);
        measure(&host, &requests, now, ads);
        host.apply(vec![Change::RemoveBlock(BlockId(1))]);
        let start = Instant::now();
        host.publish_now(now);
        println!(
            "        applied and published in {:.0} ms, published again in {:.0} ms",
            built.as_secs_f64() * 1_000.0,
            start.elapsed().as_secs_f64() * 1_000.0
        );
    }
    std::process::Command::new(std::env::current_exe()?).arg("--memory").status()?;
    Ok(())
}
