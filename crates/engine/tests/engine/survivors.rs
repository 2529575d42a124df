//! The generator's shape: benchmarks mean something only while it holds.

use placard_engine::EngineConfig;
use placard_engine::generator::{self, Size};
use placard_model::time::UnixMs;

#[test]
fn about_60_of_10_000_ads_survive_at_the_median_and_600_at_p99() {
    let now = UnixMs::parse("2026-11-18T13:20:00Z").unwrap();
    let network = generator::network(Size::of_ads(10_000), 7);
    let requests = generator::requests(&network.blocks, 5_000, 10);
    let host = generator::host(network, EngineConfig::default(), now);
    let snapshot = host.snapshot();
    assert_eq!(snapshot.len(), 10_000);
    let mut survivors: Vec<usize> =
        requests.iter().map(|request| snapshot.eligible(&request.as_request(), now).len()).collect();
    survivors.sort_unstable();
    let (median, p99) = (survivors[2_500], survivors[4_950]);
    assert!((45..=80).contains(&median), "median {median}, p99 {p99}");
    assert!((480..=720).contains(&p99), "median {median}, p99 {p99}");
}
