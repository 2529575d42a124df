//! The state of the server, for load balancers and operators.

use crate::error::Problem;
use crate::observe;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

/// Whether the process runs.
#[utoipa::path(get, path = "/healthz", tag = "system", security(()), responses((status = 200, body = String)))]
pub async fn get_health() -> &'static str {
    "ok"
}

/// Metrics in the text format of Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "system", security(()), responses((status = 200, body = String)))]
pub async fn get_metrics() -> Result<impl IntoResponse, Problem> {
    let handle = observe::metrics_handle().ok_or(Problem::Unavailable(60))?;
    handle.run_upkeep();
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4")], handle.render()))
}
