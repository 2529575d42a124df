//! `POST /d/show` and `POST /d/view`: a creative was rendered, a creative was viewable.

use super::edge::{EdgeFacts, PageFact, judge};
use super::page::Page;
use super::{Caller, not_recorded, page_body, rates, read_page_json, recorded};
use crate::app::{App, AppState};
use crate::error::Problem;
use axum::extract::{Request, State};
use axum::response::Response;
use placard_model::UnixMs;
use placard_model::event::{Arrival, Event, Served, ServedAd, TokenId};
use serde::Deserialize;
use std::borrow::Cow;

/// The most tokens of one report.
pub const MAX_TOKENS: usize = 64;

/// A report of shows. Unknown fields are ignored.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct ShowsReport<'a> {
    /// Tokens of the ads; at most 64. Those that we did not make are passed over.
    #[serde(borrow)]
    #[schema(value_type = Vec<String>, max_items = 64)]
    tokens: Vec<Cow<'a, str>>,
    /// Address of the page.
    #[serde(borrow, default)]
    #[schema(value_type = String)]
    page: Cow<'a, str>,
}

/// Records that creatives were rendered. Answers when this is durable. The body is JSON, sent as `text/plain`.
#[utoipa::path(
    post,
    path = "/d/show",
    tag = "delivery",
    security(()),
    request_body(content = ShowsReport<'_>, content_type = "text/plain"),
    responses((status = 204, description = "Recorded"))
)]
pub async fn create_shows(State(app): State<AppState>, request: Request) -> Result<Response, Problem> {
    record(&app, request, Kind::Show).await
}

/// Records that creatives were viewable: half of their pixels for a second (MRC). Answers when this is durable. The body
/// is JSON, sent as `text/plain`.
#[utoipa::path(
    post,
    path = "/d/view",
    tag = "delivery",
    security(()),
    request_body(content = ShowsReport<'_>, content_type = "text/plain"),
    responses((status = 204, description = "Recorded"))
)]
pub async fn create_views(State(app): State<AppState>, request: Request) -> Result<Response, Problem> {
    record(&app, request, Kind::ConfirmedShow).await
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Show,
    ConfirmedShow,
}

async fn record(app: &App, request: Request, kind: Kind) -> Result<Response, Problem> {
    let (parts, body) = request.into_parts();
    let bytes = page_body(body).await?;
    let report: ShowsReport<'_> = read_page_json(&bytes)?;
    if report.tokens.len() > MAX_TOKENS {
        return Err(Problem::Malformed(format!("`tokens` must have at most {MAX_TOKENS} entries")));
    }
    let now = app.clock.now();
    let arriving = Arriving::of(app, &parts, &report.page, false, now);
    let mut events = Vec::with_capacity(report.tokens.len());
    for token in &report.tokens {
        let Some((id, served)) = app.delivery.tokens.open(token, now) else { continue };
        let Some(ad) = served_ad(app, id, served) else { continue };
        let arrival = arriving.arrival(&ad, rates::MAX_SHOWS_PER_MINUTE);
        if kind == Kind::Show
            && arrival.edge_verdict.is_valid()
            && !arrival.rate_flag
            && app.delivery.shown.is_first(id)
        {
            app.engine.live().on_show(served.ad, served.visitor, served.weight_micros, now);
        }
        events.push(match kind {
            Kind::Show => Event::Show { ad, arrival },
            Kind::ConfirmedShow => Event::ConfirmedShow { ad, arrival },
        });
    }
    app.log.append_all(events).await.map_err(|error| not_recorded(&error))?;
    Ok(recorded())
}

/// The served ad with its owners; none when ad or block are no longer known.
pub(super) fn served_ad(app: &App, token: TokenId, served: Served) -> Option<ServedAd> {
    let ad = app.engine.snapshot().ad(served.ad)?.dims;
    let mut block = app.delivery.directory.block(served.block)?.dims;
    // The template may have been changed since the decision.
    block.template = served.template;
    Some(ServedAd { token, served, ad, block })
}

/// How an event arrives, as far as it is the same for all ads of one request.
pub(super) struct Arriving<'a> {
    app: &'a App,
    pub(super) caller: Caller,
    pub(super) page: Page<'a>,
    is_prefetch: bool,
    now: UnixMs,
}

impl<'a> Arriving<'a> {
    /// Reads a request's head.
    pub(super) fn of(
        app: &'a App,
        parts: &'a axum::http::request::Parts,
        page: &'a str,
        is_prefetch: bool,
        now: UnixMs,
    ) -> Self {
        Self { app, caller: Caller::of(app, parts, now), page: Page::of(&parts.headers, page), is_prefetch, now }
    }

    /// Judges by the rules of the edge.
    pub(super) fn arrival(&self, ad: &ServedAd, limit: u32) -> Arrival {
        let caller = &self.caller;
        let domain = self.app.delivery.directory.block(ad.served.block).map(|block| block.domain);
        let on_site = domain.is_some_and(|domain| self.page.is_on(&domain));
        let facts = EdgeFacts {
            age_ms: self.now.since_ms(ad.served.decided_at),
            is_prefetch: self.is_prefetch,
            country: caller.place.country,
            os: caller.agent.os,
            browser: caller.agent.browser,
            is_bot: caller.agent.is_bot,
            is_hosting: caller.is_hosting,
            page: if on_site { PageFact::OnSite } else { PageFact::Foreign },
        };
        let prefix = caller.prefix(self.app, self.now);
        let is_click = limit == rates::MAX_CLICKS_PER_MINUTE;
        Arrival {
            edge_verdict: judge(&ad.served, &facts),
            attested: self.page.attested,
            visitor: caller.visitor,
            visitor_yesterday: caller.visitor_yesterday,
            prefix,
            rate_flag: self.app.delivery.rates.count(prefix, ad.block.site, is_click, self.now, limit),
        }
    }
}
