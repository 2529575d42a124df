//! The process's metrics.

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use std::sync::OnceLock;

/// Buckets of durations, in seconds.
const DURATION_BUCKETS_S: [f64; 12] = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0];

/// The process's metrics, started at the first call. None if another recorder is installed.
pub fn metrics_handle() -> Option<&'static PrometheusHandle> {
    static HANDLE: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    HANDLE
        .get_or_init(|| {
            PrometheusBuilder::new()
                .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &DURATION_BUCKETS_S)
                .and_then(PrometheusBuilder::install_recorder)
                .inspect_err(|error| tracing::warn!("metrics are off: {error}"))
                .ok()
        })
        .as_ref()
}
