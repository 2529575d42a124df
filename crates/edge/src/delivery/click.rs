//! `GET /c/{token}`: records a click and leads to the landing page.

use super::caller::{counted_address, text};
use super::directory::LandingPage;
use super::limits::Call;
use super::show::{Arriving, served_ad, unknown_owner};
use super::watch::Reached;
use super::writes::{Kind, Permit, Turn};
use super::{Caller, RETRY_S, check_ready};
use crate::state::{Edge, EdgeState};
use axum::extract::{Path, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use placard_common::error::Problem;
use placard_engine::Snapshot;
use placard_events::CLICK_ID_CHARS;
use placard_model::creative::landing::{self, LandingMacro};
use placard_model::event::{Arrival, Event, EventRef, ServedAd};
use placard_model::targeting::audience::{DeviceType, Os};
use placard_model::{AdId, UnixMs};
use std::borrow::Cow;
use std::fmt::Write as _;

/// The longest consent string that is passed on, in bytes.
const CONSENT_BYTES_MAX: usize = 2048;
/// Stands for the click's id as long as there is none: as many characters.
const CLICK_ID_BEFORE: &str = "AAAAAAAAAAAAAAAAAAAAAA";
const _: () = assert!(CLICK_ID_BEFORE.len() == CLICK_ID_CHARS, "an address must not grow by the click's id");
/// What is left out, in this order, of an address that would be too long: what may be long, the least important first.
const LEFT_OUT: [&[LandingMacro]; 4] = [
    &[],
    &[LandingMacro::Referrer],
    &[LandingMacro::Referrer, LandingMacro::GdprConsent],
    &[
        LandingMacro::Referrer,
        LandingMacro::GdprConsent,
        LandingMacro::AdTitle,
        LandingMacro::CampaignName,
        LandingMacro::Isp,
        LandingMacro::City,
        LandingMacro::Region,
    ],
];
/// Parameters of the click's own path that landing macros may ask for.
const GDPR: &str = "gdpr";
const GDPR_CONSENT: &str = "gdpr_consent";
/// The parameter that says which button of a notification was clicked, from 0.
const BUTTON: &str = "button";

/// Leads to the ad's landing page, once the click is durable. Clicks that will not be billed are led there too; a token
/// that we did not make is answered with 404.
#[utoipa::path(
    get,
    path = "/c/{token}",
    tag = "delivery",
    security(()),
    params(("token" = String, Path, description = "The ad's token")),
    responses(
        (status = 302, description = "The landing page"),
        (status = 404, description = "Not a token of ours, or one whose keys are gone", content_type = "text/html")
    )
)]
pub async fn get_click(State(app): State<EdgeState>, Path(token): Path<String>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    lead(&app, &token, &parts).await.unwrap_or_else(IntoResponse::into_response)
}

async fn lead(app: &EdgeState, token: &str, parts: &Parts) -> Result<Response, Problem> {
    let now = app.clock.now();
    let Some((id, served)) = app.delivery.tokens.open(token, now) else { return Ok(nowhere()) };
    app.delivery.limits.call(Call::Clicks, counted_address(app, parts), 1, now)?;
    check_ready(app)?;
    let Some(ad) = served_ad(app, id, served) else { return Err(unknown_owner(&served)) };
    let is_prefetch = is_prefetch(&parts.method, &parts.headers);
    let arriving = Arriving::of(app, parts, "", is_prefetch, now);
    let arrival = arriving.arrival(&ad, true);
    let snapshot = app.engine.snapshot();
    let Some(mut page) = app.delivery.directory.landing(&snapshot, served.ad) else {
        return Err(unknown_owner(&served));
    };
    let query = parts.uri.query().unwrap_or_default();
    if let Some(url) = button_url(&snapshot, served.ad, query) {
        page.url = Cow::Borrowed(url);
    }
    let landing = Landing {
        app,
        ad: &ad,
        page,
        caller: &arriving.caller,
        referrer: text(&parts.headers, header::REFERER),
        query,
        now,
    };
    // Nobody pays for a click that leads nowhere: whether there is an address is known before the click is.
    let Some(left_out) = LEFT_OUT.iter().find(|left_out| landing.url(CLICK_ID_BEFORE, left_out).is_some()) else {
        metrics::counter!("placard_clicks_without_landing_total").increment(1);
        return Ok(nowhere());
    };
    let click = match app.delivery.writes.begin(id, Kind::Click, arrival.edge_verdict.is_valid()) {
        Turn::Write(permit) => write(app, ad, arrival, permit, now).await,
        Turn::Enough(click) => click,
        Turn::Busy => return Err(Problem::TooManyRequests(RETRY_S)),
    };
    let click_id = click.map(|click| app.delivery.click_ids.make(click)).unwrap_or_default();
    Ok(landing.url(&click_id, left_out).map_or_else(nowhere, redirect))
}

/// Writes a click, also when the visitor has gone meanwhile. None when the log did not take it: the visitor is led on all
/// the same, and what is not in the log is not billed.
async fn write(app: &EdgeState, ad: ServedAd, arrival: Arrival, permit: Permit, now: UnixMs) -> Option<EventRef> {
    let app = app.clone();
    let written = tokio::spawn(async move {
        let (live, token) = (app.engine.live(), ad.token);
        // Somebody who clicks very often must not hold a campaign's money until billing has judged.
        let may_hold = arrival.edge_verdict.is_valid() && !arrival.rate_flag;
        let holds = may_hold && live.on_click(token, ad.ad.campaign, ad.served.price, now);
        match app.log.append(Event::Click { ad, arrival }).await {
            Ok(appended) => {
                if permit.is_first_valid {
                    app.delivery.push_answers.put(&ad, true, now);
                }
                permit.written(appended.at);
                app.delivery.reached(&ad, Reached::Clicked, now);
                Some(appended.at)
            }
            Err(error) => {
                if holds {
                    live.on_not_clicked(token, now);
                }
                drop(super::not_recorded(&error));
                None
            }
        }
    });
    written.await.ok().flatten()
}

fn redirect(url: HeaderValue) -> Response {
    let headers = [
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin")),
        (header::HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex, nofollow")),
        (header::LOCATION, url),
    ];
    (StatusCode::FOUND, headers).into_response()
}

/// The answer for tokens that are not ours: says nothing of why.
pub(super) fn nowhere() -> Response {
    let page = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"robots\" content=\"noindex\">\
        <title>Link not found</title><p>This link leads nowhere. Go back and try another one.</p></html>";
    (StatusCode::NOT_FOUND, [(header::CACHE_CONTROL, "no-store")], axum::response::Html(page)).into_response()
}

/// The page of the button that was clicked, where that has one of its own.
fn button_url<'s>(snapshot: &'s Snapshot, ad: AdId, query: &str) -> Option<&'s str> {
    let at: usize = parameter(query, BUTTON).parse().ok()?;
    let push = snapshot.ad(ad)?.spec.creative.push.as_ref()?;
    push.buttons.get(at).map(|button| button.url.as_str()).filter(|url| !url.is_empty())
}

/// HEAD requests, and what browsers and mail programs say of requests that nobody asked for yet.
fn is_prefetch(method: &Method, headers: &HeaderMap) -> bool {
    let says = |name: &'static str| {
        headers.get(name).and_then(|value| value.to_str().ok()).is_some_and(|value| {
            let value = value.to_ascii_lowercase();
            value.contains("prefetch") || value.contains("prerender") || value.contains("preview")
        })
    };
    method == Method::HEAD || ["sec-purpose", "purpose", "x-purpose", "x-moz"].into_iter().any(says)
}

/// What follows the token in the path of a click, for landing pages that ask for consent: the click itself is a plain
/// navigation and knows nothing of the page's consent.
pub(super) fn consent_query(landing_url: &str, tcf: Option<&str>) -> String {
    let wanted = |wanted| landing::macros_of(landing_url).any(|found| found == wanted);
    let is_plain = |tcf: &&str| {
        !tcf.is_empty()
            && tcf.len() <= CONSENT_BYTES_MAX
            && tcf.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~'))
    };
    match tcf.filter(is_plain) {
        Some(tcf) if wanted(LandingMacro::GdprConsent) => format!("?{GDPR}=1&{GDPR_CONSENT}={tcf}"),
        Some(_) if wanted(LandingMacro::Gdpr) => format!("?{GDPR}=1"),
        _ => String::new(),
    }
}

/// A click on its way to the landing page.
struct Landing<'a> {
    app: &'a Edge,
    ad: &'a ServedAd,
    page: LandingPage<'a>,
    caller: &'a Caller,
    referrer: &'a str,
    query: &'a str,
    now: UnixMs,
}

impl Landing<'_> {
    /// The address with its macros filled, those of `left_out` with nothing. None when that is no address, or too long.
    fn url(&self, click_id: &str, left_out: &[LandingMacro]) -> Option<HeaderValue> {
        let filled = landing::fill(&self.page.url, |landing_macro, out| {
            if landing_macro == LandingMacro::ClickId {
                out.push_str(click_id);
            } else if !left_out.contains(&landing_macro) {
                // Writing to memory does not fail.
                let _ = self.write(landing_macro, out);
            }
        })?;
        if filled.is_ascii() {
            return HeaderValue::from_str(&filled).ok();
        }
        // Headers are ASCII: the host becomes punycode, the rest is percent-encoded.
        HeaderValue::from_str(url::Url::parse(&filled).ok()?.as_str()).ok()
    }

    fn write(&self, landing_macro: LandingMacro, out: &mut String) -> std::fmt::Result {
        let (served, ad, block) = (&self.ad.served, &self.ad.ad, &self.ad.block);
        let place_name = |id| self.app.geo.tree_if_ready().and_then(|tree| tree.name(id)).unwrap_or_default();
        match landing_macro {
            // Known only after the click was written.
            LandingMacro::ClickId => Ok(()),
            LandingMacro::SiteDomain => {
                let domain = self.app.delivery.directory.block(served.block).map(|block| block.domain);
                out.write_str(domain.as_deref().unwrap_or_default())
            }
            LandingMacro::CampaignId => write!(out, "{}", ad.campaign),
            LandingMacro::CampaignName => out.write_str(&self.page.campaign_name),
            LandingMacro::GroupId => write!(out, "{}", ad.group),
            LandingMacro::AdId => write!(out, "{}", served.ad),
            LandingMacro::AdTitle => out.write_str(&self.page.title),
            LandingMacro::SiteId => write!(out, "{}", block.site),
            LandingMacro::BlockId => write!(out, "{}", served.block),
            LandingMacro::Source => write!(out, "{}-{}", block.site, served.block),
            LandingMacro::TrafficSource => write!(out, "{}", served.traffic_source),
            LandingMacro::Format => write!(out, "{}", block.format.id()),
            LandingMacro::Cost => write!(out, "{}", served.price),
            LandingMacro::Country => out.write_str(served.place.country.as_str()),
            LandingMacro::Region => out.write_str(place_name(served.place.region)),
            LandingMacro::City => out.write_str(place_name(served.place.city)),
            LandingMacro::DeviceType => {
                out.write_str(if served.device_type == DeviceType::Other { "" } else { served.device_type.name() })
            }
            LandingMacro::Os => out.write_str(if served.os == Os::Other { "" } else { served.os.name() }),
            LandingMacro::Browser => out.write_str(served.browser.name()),
            LandingMacro::Isp => out.write_str(self.app.geo.networks().name(self.caller.asn).unwrap_or_default()),
            LandingMacro::Language => out.write_str(served.language.as_str()),
            LandingMacro::Referrer => out.write_str(self.referrer),
            LandingMacro::Timestamp => write!(out, "{}", self.now.0 / 1000),
            LandingMacro::Cachebuster => {
                // The token's counter never repeats, and a token that is clicked again is so at another time.
                let [_, _, _, _, counter @ ..] = self.ad.token.0;
                write!(out, "{}", u64::from_be_bytes(counter) ^ self.now.0.unsigned_abs())
            }
            LandingMacro::Gdpr => out.write_str(parameter(self.query, GDPR)),
            LandingMacro::GdprConsent => out.write_str(parameter(self.query, GDPR_CONSENT)),
        }
    }
}

fn parameter<'a>(query: &'a str, name: &str) -> &'a str {
    let found = query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
    found.filter(|value| value.len() <= CONSENT_BYTES_MAX).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_that_nobody_asked_for_are_told_apart() {
        let check = |method: Method, name: &'static str, value: &'static str, expected: bool| {
            let mut headers = HeaderMap::new();
            headers.insert(name, HeaderValue::from_static(value));
            assert_eq!(is_prefetch(&method, &headers), expected, "{method} {name}: {value}");
        };
        check(Method::GET, "accept", "text/html", false);
        check(Method::HEAD, "accept", "text/html", true);
        check(Method::GET, "sec-purpose", "prefetch;prerender", true);
        check(Method::GET, "purpose", "Prefetch", true);
        check(Method::GET, "x-purpose", "preview", true);
        check(Method::GET, "sec-purpose", "navigate", false);
    }

    #[test]
    fn consent_travels_where_the_landing_page_asks_for_it() {
        let check = |landing: &str, tcf: Option<&str>, expected: &str| {
            assert_eq!(consent_query(landing, tcf), expected, "{landing} {tcf:?}");
        };
        check("https://shop.test/?c={gdpr_consent}", Some("CQabc.YA_-"), "?gdpr=1&gdpr_consent=CQabc.YA_-");
        check("https://shop.test/?g={gdpr}", Some("CQabc"), "?gdpr=1");
        check("https://shop.test/", Some("CQabc"), "");
        check("https://shop.test/?c={gdpr_consent}", None, "");
        check("https://shop.test/?c={gdpr_consent}", Some("\"><script>"), "");
        assert_eq!(parameter("gdpr=1&gdpr_consent=CQ", GDPR_CONSENT), "CQ");
        assert_eq!(parameter("gdpr=1&gdpr_consent=CQ", GDPR), "1");
    }
}
