//! The web application: its files and pages, and the headers that protect them.

mod crawlers;
mod declared;
mod files;
mod pages;
mod sellers;
mod visit;

pub use crawlers::{get_robots, get_sitemap};
pub use pages::Pages;
pub use sellers::{Sellers, get_sellers};

use self::pages::Address;
use crate::app::AppState;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use files::Files;
use placard_api::protect::is_api;
use placard_common::error::Problem;

/// The empty shell of the application, for pages that are not pre-rendered.
const SHELL: &str = "app.html";
/// Files below this folder carry a hash in their names and never change.
const HASHED: &str = "assets/";
/// What pages of the application may load. Styles are set on elements by the component library.
const APP_CSP: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
    object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

/// Where the pages are that show pages of publishers. Each is loaded by itself: what it may frame holds for no other page.
const FRAMING_PAGES: &str = "/webmaster/onPage/";
/// What these may load: frames of any site beside the rest. The frames are sandboxed.
const FRAMING_CSP: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
    frame-src http: https:; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

/// A file of the web application, or a page of it; unknown addresses get the shell with status 404.
pub async fn get_page(State(app): State<AppState>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path();
    if is_api(path) {
        return Problem::NotFound.into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return Problem::MethodNotAllowed.into_response();
    }
    let name = path.trim_matches('/');
    let name = name.strip_prefix("en/").unwrap_or(if name == "en" { "" } else { name });
    // Pages are asked for by their path, not by their file.
    let is_file_of_page = name.rsplit_once('.').is_some_and(|(_, extension)| extension.eq_ignore_ascii_case("html"));
    if !name.is_empty() && !is_file_of_page {
        if let Some(response) = file(name, &headers) {
            return response;
        }
        // A missing file is no page: the shell would be read as a script or a picture.
        let is_file = name.starts_with(HASHED) || name.rsplit('/').next().is_some_and(|last| last.contains('.'));
        if is_file && app.pages.find(&app, &format!("/{name}")).is_none() {
            return Problem::NotFound.into_response();
        }
    }
    let is_prefixed = name.len() < path.trim_matches('/').len();
    let query = uri.query().unwrap_or_default();
    if let Some(query) = visit::short_path(&app.settings.get().public.short_paths, name, query) {
        let home = if is_prefixed { "/en" } else { "/" };
        let headers_of =
            [(header::LOCATION, format!("{home}?{query}")), (header::CACHE_CONTROL, "no-store".to_owned())];
        let response = (StatusCode::FOUND, headers_of).into_response();
        return visit::with_cookies(response, &visit::cookies(&app.config, &headers, &query, is_prefixed));
    }
    let cookies = visit::cookies(&app.config, &headers, query, is_prefixed);
    let path = format!("/{name}");
    let mut response = page(&app, Address { path: &path, is_prefixed }, &headers);
    if !cookies.is_empty() {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    }
    visit::with_cookies(response, &cookies)
}

fn page(app: &AppState, asked: Address<'_>, headers: &HeaderMap) -> Response {
    let found = app.pages.find(app, asked.path);
    if let Some(drawn) = found.and_then(|page| page.drawn.as_ref())
        && let Some(file) = Files::get(&drawn.file())
    {
        // What differs in the address of a page is nobody's but the visitor's: neither kept nor told in a header.
        let path = if drawn.is_article { asked.path } else { drawn.path.as_str() };
        let mut response = app.pages.answer(app, Address { path, ..asked }, &file, headers, StatusCode::OK);
        let path = drawn.canonical.as_deref().unwrap_or(path);
        if let Ok(canonical) = HeaderValue::from_str(&format!("<{}{path}>; rel=\"canonical\"", app.config.public_url()))
        {
            response.headers_mut().insert(header::LINK, canonical);
        }
        return response;
    }
    let status = if found.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let Some(shell) = Files::get(SHELL) else { return Problem::NotFound.into_response() };
    let shell_page = Address { path: SHELL, is_prefixed: false };
    let mut response = app.pages.answer(app, shell_page, &shell, headers, status);
    // Cabinets are nothing to find.
    response.headers_mut().insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    response
}

fn file(name: &str, headers: &HeaderMap) -> Option<Response> {
    let file = Files::get(name)?;
    let cache = if name.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mime = mime_guess::from_path(name).first_or_octet_stream();
    let kind = if mime.type_() == "text" { format!("{mime}; charset=utf-8") } else { mime.to_string() };
    let etag = pages::etag(&file.metadata.sha256_hash());
    let known = pages::is_known(headers, &etag);
    let status = if known { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
    let body = if known { Body::empty() } else { Body::from(file.data.into_owned()) };
    let mut response = (status, [(header::ETAG, etag)], body).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_str(&kind).ok()?);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    Some(response)
}

/// Sets the headers that protect people, where a handler did not set its own.
pub async fn secure_headers(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_api = is_api(path);
    let frames = path.strip_prefix("/en").unwrap_or(path).starts_with(FRAMING_PAGES);
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::REFERRER_POLICY, "strict-origin-when-cross-origin");
    set(header::CONTENT_SECURITY_POLICY, if frames { FRAMING_CSP } else { APP_CSP });
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()");
    if is_api {
        set(header::CACHE_CONTROL, "no-store");
    }
    if app.config.public_url.starts_with("https://") {
        set(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_not_mistaken_for_the_api() {
        for path in ["/api", "/api/", "/api/nothing", "/api_v2/webmaster/stats", "/api-push-proxy/ads"] {
            assert!(is_api(path), "{path}");
        }
        for path in ["/apiDoc", "/en/apiDoc", "/apiary", "/"] {
            assert!(!is_api(path), "{path}");
        }
    }
}
