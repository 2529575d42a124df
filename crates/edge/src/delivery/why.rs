//! `GET /d/why`: who paid for an ad, and why it is shown. Linked from every block.

use axum::http::header;
use axum::response::{Html, IntoResponse, Response};

/// A page for readers of webmasters' pages, in plain words.
const PAGE: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Why this ad?</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
body { max-width: 40rem; margin: 3rem auto; padding: 0 1.25rem; }
</style>
</head>
<body>
<h1>Why this ad?</h1>
<p>The advertiser named beside the mark &ldquo;Ad&rdquo; paid for it. The owner of the page earns a part of it when
somebody clicks.</p>
<p>It was chosen for the page that you read and for what your browser tells every server: roughly where you are, the kind
of device, the browser, the language and the time. No profile of you is kept, and no cookies of third parties are used.</p>
<p>To show an ad not more often than it should be, and to find false clicks, your address and browser are turned into a
number that changes every day. Only where the page&rsquo;s consent manager says that you allowed it, that the GDPR does not
apply to you, or that the law of a US state holds and you did not opt out, the page itself remembers a random number instead.</p>
<p>Places are found with <a href="https://db-ip.com/" rel="noopener">IP geolocation by DB-IP</a>.</p>
</body>
</html>
"#;

/// Tells readers of a page who paid and why an ad is shown.
#[utoipa::path(
    get,
    path = "/d/why",
    tag = "delivery",
    security(()),
    responses((status = 200, description = "An HTML page", content_type = "text/html"))
)]
pub async fn get_why() -> Response {
    let headers = [
        (header::CACHE_CONTROL, "public, max-age=3600"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"),
    ];
    (headers, Html(PAGE)).into_response()
}
