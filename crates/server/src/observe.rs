//! What an operator sees: log lines, metrics, request ids.

use crate::app::AppState;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use placard_common::config::{Config, LogFormat};
use std::io::IsTerminal;
use std::time::Instant;
use tracing::Instrument;
use tracing_subscriber::EnvFilter;

/// The header that names a request, in answers and log lines.
pub const REQUEST_ID: &str = "x-request-id";
/// The header that says that figures in the answer lack some facts, because these are being derived again.
pub const STATISTICS: &str = "placard-statistics";

/// Starts logging to standard error; later calls change nothing.
pub fn start_logging(config: &Config) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(&config.log));
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        // A line that cannot be written, to a file on a full disk, is no reason to panic, which telling it there would do.
        .log_internal_errors(false)
        .with_ansi(std::io::stderr().is_terminal());
    let _ = match config.log_format {
        LogFormat::Text => builder.try_init(),
        LogFormat::Json => builder.json().try_init(),
    };
}

/// A method's name in metrics. Clients may invent methods, and each label is kept for as long as the process lives.
fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

/// Gives each management request an id, a log span and a metric.
pub async fn observe_request(State(app): State<AppState>, mut request: Request, next: Next) -> Response {
    let id = format!("{:016x}", app.rng.next_u64());
    let value = HeaderValue::from_str(&id).unwrap_or(HeaderValue::from_static("0"));
    request.headers_mut().insert(REQUEST_ID, value.clone());
    let path = request.extensions().get::<MatchedPath>().map_or("other", MatchedPath::as_str).to_owned();
    let method = request.method().clone();
    let span = tracing::info_span!("request", %id, %method, path);
    let started = Instant::now();
    let mut response = next.run(request).instrument(span.clone()).await;
    let (status, elapsed) = (response.status(), started.elapsed());
    metrics::histogram!("placard_http_request_seconds", "method" => method_label(&method), "path" => path,
        "status" => status.as_u16().to_string())
    .record(elapsed.as_secs_f64());
    span.in_scope(|| tracing::debug!(status = status.as_u16(), ms = elapsed.as_millis() as u64, "answered"));
    response.headers_mut().insert(REQUEST_ID, value);
    if app.stats.is_deriving() {
        response.headers_mut().insert(STATISTICS, HeaderValue::from_static("incomplete"));
    }
    response
}
