//! `GET /d/frame/{id}`: a page with one block and nothing else, for places that take frames and no scripts: AMP pages.

use super::CROSS_ORIGIN;
use super::caller::text;
use super::page::{host, is_host_of, site_host};
use crate::state::EdgeState;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use placard_model::BlockId;
use std::collections::BTreeMap;

/// How the path of every frame begins.
pub(super) const PREFIX: &str = "/d/frame/";
/// The caches of AMP's own list (<https://cdn.ampproject.org/caches.json>; Bing's was listed without `www` before). They
/// serve each site's pages under a name of its own.
const AMP_CACHES: [&str; 3] = [".cdn.ampproject.org", ".www.bing-amp.com", ".bing-amp.com"];

/// A page with one block alone, for a frame on the block's site. It has no origin: nothing around it can be reached from it.
#[utoipa::path(
    get,
    path = "/d/frame/{id}",
    tag = "delivery",
    security(()),
    params(
        ("id" = String, Path, description = "The block's number"),
        ("on" = Option<String>, Query, description = "The domain of the block's site")
    ),
    responses(
        (status = 200, description = "The page", content_type = "text/html"),
        (status = 404, description = "No such block on this site, or the page around is not on it")
    )
)]
pub async fn get_frame(
    State(app): State<EdgeState>,
    Path(id): Path<String>,
    Query(query): Query<BTreeMap<String, String>>,
    headers: HeaderMap,
) -> Response {
    let id = id.parse().ok().map(BlockId);
    let found = id.and_then(|id| Some((id, app.delivery.directory.block(id)?)));
    let around = host(text(&headers, header::REFERER));
    let on = site_host(query.get("on").map_or("", String::as_str));
    let block = found.filter(|(_, block)| on == site_host(&block.domain) && may_frame(&around, &block.domain));
    let Some((BlockId(id), _)) = block else {
        return (StatusCode::NOT_FOUND, [(header::CACHE_CONTROL, "no-store")]).into_response();
    };
    let settings = app.settings.get();
    let (path, attribute) = (&settings.tag.path, &settings.tag.attribute);
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"robots\" content=\"noindex\">\n\
         <title>Advertisement</title>\n<style>body{{margin:0}}</style>\n<script async src=\"/{path}\"></script>\n</head>\n<body>\n\
         <div {attribute}=\"{id}\"></div>\n<script>\n\
         // AMP gives the frame the height that it asks for.\n\
         new ResizeObserver(() => parent.postMessage({{ sentinel: 'amp', type: 'embed-size', \
         height: document.body.scrollHeight }}, '*')).observe(document.body);\n</script>\n</body>\n</html>\n"
    );
    let headers = [
        // Whether the page is given depends on the page around.
        (header::CACHE_CONTROL, "no-store"),
        // Calls of the frame then carry neither an origin nor a page, which would be the network's own.
        (header::REFERRER_POLICY, "no-referrer"),
        // Pages that ask it of all that they embed may frame it too.
        (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
        CROSS_ORIGIN,
        (header::CONTENT_SECURITY_POLICY, "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox"),
    ];
    (headers, Html(page)).into_response()
}

/// Whether a page of this host may hold frames of a site's blocks: the site itself, or its pages in a cache of AMP's. What the
/// frame asks carries no page that a browser tells, so this is where that is looked at: a browser that does not tell the page
/// is not taken at anybody's word here.
fn may_frame(around: &str, domain: &str) -> bool {
    is_host_of(around, domain)
        || AMP_CACHES.iter().any(|cache| {
            around.strip_suffix(cache).and_then(site_of_label).is_some_and(|site| is_host_of(&site, domain))
        })
}

/// The host whose pages a cache serves under a name (AMP's "human-readable" form: the host in Unicode, `-` doubled, dots as
/// `-`, all of it between `0-` and `-0` where it would look like Punycode). None for the hashes of hosts that have no such form.
fn site_of_label(label: &str) -> Option<String> {
    if label.contains('.') {
        return None;
    }
    let label = url::quirks::domain_to_unicode(label);
    let label = label.strip_prefix("0-").and_then(|rest| rest.strip_suffix("-0")).unwrap_or(&label);
    let site = label.split("--").map(|part| part.replace('-', ".")).collect::<Vec<_>>().join("-");
    Some(url::quirks::domain_to_ascii(&site)).filter(|site| site.contains('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_stand_on_their_site_and_in_caches_of_it() {
        let check = |around: &str, domain: &str, expected: bool| {
            assert_eq!(may_frame(around, domain), expected, "{around} for {domain}");
        };
        for (around, expected) in [
            ("site.test", true),
            ("www.site.test", true),
            ("amp.site.test", true),
            ("www-site-test.cdn.ampproject.org", true),
            ("site-test.cdn.ampproject.org", true),
            ("amp-site-test.www.bing-amp.com", true),
            ("site-test.bing-amp.com", true),
            // Whoever tells no page, other sites, and names that only look alike.
            ("", false),
            ("evil.test", false),
            ("notsite.test", false),
            ("site.test.evil.test", false),
            ("cdn.ampproject.org", false),
            ("cdn.ampproject.org.evil.test", false),
            ("site-testcdn.ampproject.org", false),
            ("site.test.cdn.ampproject.org", false),
            ("bing-amp.com", false),
            ("www.bing-amp.com", false),
            ("site-test.ampproject.org", false),
            ("site-test.cdn.ampproject.net", false),
            // Pages of others in the same caches.
            ("evil-test.cdn.ampproject.org", false),
            ("site-test-evil-test.cdn.ampproject.org", false),
            ("evil--site-test.cdn.ampproject.org", false),
            ("site--test.cdn.ampproject.org", false),
            ("2csn2r3mmfhpjpfczxqtkgfqtqf4ft3oaxhxnsqrccd3xsbwyjra.cdn.ampproject.org", false),
        ] {
            check(around, "www.site.test", expected);
        }
        check("my--site-test.cdn.ampproject.org", "my-site.test", true);
        check("my-site-test.cdn.ampproject.org", "my-site.test", false);
        check("0-en--us-site-test-0.cdn.ampproject.org", "en-us.site.test", true);
        check("xn--bcher-example-wob.cdn.ampproject.org", "xn--bcher-kva.example", true);
        check("xn--bcher-example-wob.cdn.ampproject.org", "bcher.example", false);
    }
}
