//! Whether a page of a block's site may be shown in a frame of the constructor, as browsers judge it.

use super::{PAGE_BYTES, PageCheckForm, load, read_address};
use crate::auth::Webmaster;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_common::fetch::{Answer, FetchError, Request};
use placard_edge::explain::is_on_site;
use placard_model::BlockId;
use serde::Serialize;
use url::Url;
use utoipa::ToSchema;

/// Whether a page may be framed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PageFraming {
    /// The address at the end of the way.
    pub page: String,
    /// Browsers show it in a frame of this network.
    pub may_frame: bool,
    /// Why they do not, for people; none where they do.
    pub why: Option<String>,
}

/// Asks a page of the block's site for its headers, and tells whether it may be shown in a frame, for a preview of the block on it.
#[utoipa::path(post, path = "/api/webmaster/blocks/{id}/framing", tag = "webmaster", params(("id" = i64, Path)),
    request_body = PageCheckForm, responses((status = 200, body = Data<PageFraming>)))]
pub async fn check_block_framing(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(id): Path<i64>,
    Json(form): Json<PageCheckForm>,
) -> Result<Json<Data<PageFraming>>, Problem> {
    let (_, site) = load(&app, webmaster.scope(), BlockId(id)).await?;
    let url = read_address(&form.page, &site.domain)?;
    app.auth.calls.page_check(webmaster.id(), app.clock.now())?;
    let request = Request { purpose: "block_framing", url: url.as_str(), body_bytes: PAGE_BYTES };
    let (page, why) = match app.turns.fetch(webmaster.id(), Box::pin(app.fetcher.get(request))).await? {
        Ok(answer) => (answer.url.to_string(), why_not(&answer, &site.domain, &app.config.public_url())),
        Err(failure) => {
            if let Some(seconds) = failure.error.postponed_s() {
                return Err(Problem::TooManyRequests(u32::try_from(seconds).unwrap_or(u32::MAX)));
            }
            if let FetchError::Refused(refusal) = failure.error
                && failure.hops.is_empty()
            {
                return Err(Problem::field("page", refusal.to_string()));
            }
            (url.to_string(), Some(format!("The page could not be fetched: {}.", failure.error)))
        }
    };
    Ok(data(PageFraming { page, may_frame: why.is_none(), why }))
}

/// Why browsers do not show an answer in a frame of the network.
fn why_not(answer: &Answer, domain: &str, network: &str) -> Option<String> {
    if !is_on_site(answer.host(), domain) {
        return Some(format!("The page leads to {}, which is not on {domain}.", answer.host()));
    }
    if !(200..300).contains(&answer.status) {
        return Some(format!("The page answers {}.", answer.status));
    }
    let network = Url::parse(network).ok()?;
    let is_own = network.origin() == answer.url.origin();
    let lists: Vec<&str> =
        answer.policies.iter().flat_map(|policy| policy.split([';', ','])).filter_map(ancestors).collect();
    if let Some(refusing) = lists.iter().find(|list| {
        !list.split_ascii_whitespace().any(|one| names(one, &network) || (is_own && one.eq_ignore_ascii_case("'self'")))
    }) {
        return Some(format!(
            "Its Content-Security-Policy says which pages may show it in a frame, and this network is not among them: frame-ancestors {}.",
            refusing.chars().take(WORDS_CHARS_MAX).collect::<String>()
        ));
    }
    // Where a policy speaks of frames, browsers do not look at the older header.
    let options = answer.frame_options.iter().flat_map(|header| header.split(','));
    let refusing = options
        .map(str::trim)
        .find(|one| ["deny", "sameorigin"].iter().any(|no| one.eq_ignore_ascii_case(no)))
        .filter(|one| !is_own || one.eq_ignore_ascii_case("deny"));
    if let Some(option) = refusing.filter(|_| lists.is_empty()) {
        let option = option.to_ascii_uppercase();
        return Some(format!("It forbids frames of other sites by its header X-Frame-Options: {option}."));
    }
    (network.scheme() == "https" && answer.url.scheme() == "http").then(|| {
        "The page is sent without TLS: browsers show no such page in a frame of one that is sent with it.".to_owned()
    })
}

/// Characters of a policy that are told.
const WORDS_CHARS_MAX: usize = 200;

/// What a directive lists, if it is that of frames.
fn ancestors(directive: &str) -> Option<&str> {
    let directive = directive.trim();
    let (name, list) = directive.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((directive, ""));
    name.eq_ignore_ascii_case("frame-ancestors").then(|| list.trim())
}

/// Whether a source of a list (CSP 3, 6.7.2.8) names the network.
fn names(source: &str, network: &Url) -> bool {
    let source = source.to_ascii_lowercase();
    let host = network.host_str().unwrap_or_default();
    if source == "*" {
        return true;
    }
    if let Some(scheme) = source.strip_suffix(':') {
        return scheme == network.scheme() || (scheme == "http" && network.scheme() == "https");
    }
    let (scheme, rest) =
        source.split_once("://").map_or((None, source.as_str()), |(scheme, rest)| (Some(scheme), rest));
    if scheme.is_some_and(|scheme| scheme != network.scheme() && scheme != "http") {
        return false;
    }
    let authority = rest.split('/').next().unwrap_or_default();
    let (name, port) = authority.rsplit_once(':').map_or((authority, None), |(name, port)| (name, Some(port)));
    let is_port = match port {
        None => network.port().is_none(),
        Some("*") => true,
        Some(port) => port.parse() == Ok(network.port_or_known_default().unwrap_or_default()),
    };
    let is_host = name.strip_prefix("*.").map_or(name == host, |parent| {
        host.strip_suffix(parent).is_some_and(|rest| rest.len() > 1 && rest.ends_with('.'))
    });
    is_port && is_host
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_judged_as_browsers_judge_them() {
        let check = |policies: &[&str], options: &[&str], expected: Option<&str>| {
            let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
            let answer = Answer {
                url: Url::parse("https://daily.test/news").unwrap(),
                hops: Vec::new(),
                status: 200,
                content_type: String::new(),
                cache_control: String::new(),
                is_packed: false,
                policies: owned(policies),
                frame_options: owned(options),
                body: Vec::new(),
                elapsed: std::time::Duration::ZERO,
            };
            let why = why_not(&answer, "daily.test", "https://ads.example");
            assert_eq!(why.is_some(), expected.is_some(), "{policies:?} {options:?}: {why:?}");
            assert!(why.unwrap_or_default().contains(expected.unwrap_or_default()), "{policies:?} {options:?}");
        };
        check(&[], &[], None);
        check(&["default-src 'none'"], &["ALLOWALL"], None);
        check(&[], &["sameorigin"], Some("X-Frame-Options: SAMEORIGIN"));
        check(&[], &["DENY, DENY"], Some("DENY"));
        check(&["img-src *; Frame-Ancestors 'self'"], &[], Some("frame-ancestors 'self'"));
        check(&["frame-ancestors"], &[], Some("frame-ancestors"));
        check(&["frame-ancestors 'none'"], &[], Some("'none'"));
        check(&["frame-ancestors 'self' https://ads.example"], &["DENY"], None);
        for named in ["*", "https:", "ads.example", "*.example", "https://ads.example:443", "https://ads.example:*/x"] {
            check(&[&format!("frame-ancestors {named}")], &[], None);
        }
        for other in ["https://other.example", "*.ads.example", "ads.example:8443", "data:", "evilads.example"] {
            check(&[&format!("frame-ancestors {other}")], &[], Some(other));
        }
        check(&["frame-ancestors *", "frame-ancestors 'none'"], &[], Some("'none'"));
    }
}
