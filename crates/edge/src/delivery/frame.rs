//! `GET /d/frame/{id}`: a page with one block and nothing else, for places that take frames and no scripts: AMP pages.

use super::caller::text;
use super::page::{host, site_host};
use crate::state::EdgeState;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use placard_model::BlockId;
use std::collections::BTreeMap;

/// How the path of every frame begins.
pub(super) const PREFIX: &str = "/d/frame/";
/// AMP caches serve pages of all sites, under names of their own.
const AMP_CACHES: [&str; 2] = [".cdn.ampproject.org", ".bing-amp.com"];

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
        (header::CONTENT_SECURITY_POLICY, "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox"),
    ];
    (headers, Html(page)).into_response()
}

/// Whether a page of this host may hold frames of a site's blocks. Browsers that do not tell the page are taken at their word, as
/// in all of delivery.
fn may_frame(around: &str, domain: &str) -> bool {
    let rest = around.strip_suffix(site_host(domain));
    around.is_empty()
        || rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        || AMP_CACHES.iter().any(|cache| around.ends_with(cache))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_stand_on_their_site_and_in_caches_of_it() {
        let check = |around: &str, expected: bool| assert_eq!(may_frame(around, "www.site.test"), expected, "{around}");
        check("site.test", true);
        check("amp.site.test", true);
        check("www-site-test.cdn.ampproject.org", true);
        check("", true);
        check("evil.test", false);
        check("notsite.test", false);
        check("cdn.ampproject.org.evil.test", false);
    }
}
