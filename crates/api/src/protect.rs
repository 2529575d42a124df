//! What is refused before any handler sees it: changes that pages of other sites ask for, and more calls than one address
//! needs.

use crate::extract::real_client_address;
use crate::state::ApiState;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use placard_common::error::Problem;
use std::net::SocketAddr;

/// Refuses changes that a page of another site asks for. Calls carry their token in a header, which such a page cannot
/// set; this is the second line, and the only one for calls without a token, such as the login.
pub async fn refuse_cross_origin(State(app): State<ApiState>, request: Request, next: Next) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    // Visitors' browsers call these from pages of webmasters; each of them checks whose page it is.
    let is_public = request.uri().path().starts_with("/api/push/");
    if !reads && !is_public && is_cross_origin(request.headers(), &app.config.public_url()) {
        return Problem::CrossOrigin.into_response();
    }
    next.run(request).await
}

/// Refuses calls of the API from an address that makes too many, whoever asks. Pages and their files are not counted.
pub async fn limit_calls(
    State(app): State<ApiState>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    if is_api(request.uri().path()) {
        let address = real_client_address(peer.ip(), request.headers(), &app.config);
        if let Err(refused) = app.auth.calls.any(address, app.clock.now()) {
            return refused.into_response();
        }
    }
    next.run(request).await
}

/// Whether a path is one of the API's: its first segment says so. `/apiDoc` is a page.
pub fn is_api(path: &str) -> bool {
    let first = path.trim_start_matches('/').split('/').next().unwrap_or_default();
    matches!(first, "api" | "api_v2" | "api-push-proxy")
}

/// Whether a browser says that a page of another origin asks. Programs that are no browsers say nothing.
fn is_cross_origin(headers: &HeaderMap, public_url: &str) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    match text("sec-fetch-site") {
        // The page is ours, also behind a proxy that changes the host, or the person themself asked.
        Some("same-origin" | "none") => return false,
        Some("cross-site") => return true,
        _ => {}
    }
    let Some(origin) = text(header::ORIGIN.as_str()) else { return false };
    if origin.eq_ignore_ascii_case(public_url) {
        return false;
    }
    let host = text(header::HOST.as_str()).unwrap_or_default();
    !origin.split_once("://").is_some_and(|(_, name)| !host.is_empty() && name.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_other_sites_are_told_from_ours() {
        let check = |told: &[(&'static str, &'static str)], expected: bool| {
            let headers: HeaderMap = told
                .iter()
                .map(|(name, value)| (name.parse::<header::HeaderName>().unwrap(), value.parse().unwrap()))
                .collect();
            assert_eq!(is_cross_origin(&headers, "https://placard.example"), expected, "{told:?}");
        };
        check(&[], false);
        check(&[("origin", "https://placard.example")], false);
        check(&[("origin", "https://evil.example")], true);
        check(&[("origin", "https://placard.example.evil.example")], true);
        check(&[("origin", "http://placard.example")], true);
        check(&[("origin", "null")], true);
        check(&[("origin", "http://127.0.0.1:8080"), ("host", "127.0.0.1:8080")], false);
        check(&[("origin", "http://127.0.0.1:9090"), ("host", "127.0.0.1:8080")], true);
        check(&[("sec-fetch-site", "cross-site")], true);
        check(&[("sec-fetch-site", "same-site"), ("origin", "https://other.placard.example")], true);
        check(&[("sec-fetch-site", "same-origin"), ("origin", "http://localhost:5173")], false);
        check(&[("sec-fetch-site", "none")], false);
    }
}
