//! `POST /d/show` and `POST /d/view`: a creative was rendered, a creative was viewable.

use super::caller::counted_address;
use super::edge::{EdgeFacts, PageFact, judge};
use super::limits::Call;
use super::page::Page;
use super::watch::Reached;
use super::writes::{Kind, Permit, Turn};
use super::{Caller, RETRY_S, check_ready, no_content, not_recorded, page_body, rates, read_page_json};
use crate::state::{Edge, EdgeState};
use axum::extract::{Request, State};
use axum::response::Response;
use placard_common::error::Problem;
use placard_model::UnixMs;
use placard_model::event::{Arrival, Event, Served, ServedAd, TokenId};
use serde::Deserialize;
use std::borrow::Cow;

/// The most tokens of one report.
pub const TOKENS_MAX: usize = 64;

/// A report of shows. Unknown fields are ignored.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct ShowsReport<'a> {
    /// Tokens of the ads; at most 64. Those that we did not make are passed over.
    #[serde(borrow)]
    #[schema(value_type = Vec<String>)]
    pub(super) tokens: Vec<Cow<'a, str>>,
    /// Address of the page.
    #[serde(borrow, default)]
    #[schema(value_type = String)]
    pub(super) page: Cow<'a, str>,
}

/// Records that creatives were rendered. Answers when this is durable. The body is JSON, sent as `text/plain`.
#[utoipa::path(
    post,
    path = "/d/show",
    tag = "delivery",
    security(()),
    request_body(content = ShowsReport<'_>, content_type = "text/plain"),
    responses(
        (status = 204, description = "Recorded")
    )
)]
pub async fn create_shows(State(app): State<EdgeState>, request: Request) -> Result<Response, Problem> {
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
    responses(
        (status = 204, description = "Recorded")
    )
)]
pub async fn create_views(State(app): State<EdgeState>, request: Request) -> Result<Response, Problem> {
    record(&app, request, Kind::ConfirmedShow).await
}

async fn record(app: &EdgeState, request: Request, kind: Kind) -> Result<Response, Problem> {
    record_all(app, request, &[kind], |_| true).await
}

/// Records something of each kind for the ads of a report that are meant.
pub(super) async fn record_all(
    app: &EdgeState,
    request: Request,
    kinds: &[Kind],
    is_meant: fn(&ServedAd) -> bool,
) -> Result<Response, Problem> {
    let (parts, body) = request.into_parts();
    let bytes = page_body(body).await?;
    let report: ShowsReport<'_> = read_page_json(&bytes)?;
    if report.tokens.len() > TOKENS_MAX {
        return Err(Problem::Malformed(format!("`tokens` must have at most {TOKENS_MAX} entries")));
    }
    let now = app.clock.now();
    app.delivery.limits.call(Call::Reports, counted_address(app, &parts), report.tokens.len().max(1), now)?;
    check_ready(app)?;
    let arriving = Arriving::of(app, &parts, &report.page, false, now);
    let mut known = Vec::with_capacity(report.tokens.len());
    let mut events = Vec::with_capacity(report.tokens.len());
    let mut later = None;
    for token in &report.tokens {
        let Some((id, served)) = app.delivery.tokens.open(token, now) else { continue };
        if known.contains(&id) {
            continue;
        }
        known.push(id);
        let Some(ad) = served_ad(app, id, served) else {
            later = Some(unknown_owner(&served));
            continue;
        };
        if !is_meant(&ad) {
            continue;
        }
        let arrival = arriving.arrival(&ad, false);
        for kind in kinds {
            match app.delivery.writes.begin(id, *kind, arrival.edge_verdict.is_valid()) {
                Turn::Write(permit) => events.push((*kind, ad, arrival, permit)),
                Turn::Enough(_) => {}
                Turn::Busy => later = Some(Problem::TooManyRequests(RETRY_S)),
            }
        }
    }
    write(app, events, now).await?;
    later.map_or_else(|| Ok(no_content()), Err)
}

/// Writes shows and tells the engine of them, also when the page has gone meanwhile.
async fn write(app: &EdgeState, events: Vec<(Kind, ServedAd, Arrival, Permit)>, now: UnixMs) -> Result<(), Problem> {
    if events.is_empty() {
        return Ok(());
    }
    let app = app.clone();
    let written = tokio::spawn(async move {
        let event = |(kind, ad, arrival, _): &(Kind, ServedAd, Arrival, Permit)| match kind {
            Kind::ConfirmedShow => Event::ConfirmedShow { ad: *ad, arrival: *arrival },
            _ => Event::Show { ad: *ad, arrival: *arrival },
        };
        let appended = app.log.append_all(events.iter().map(event).collect()).await;
        let appended = appended.map_err(|error| not_recorded(&error))?;
        for ((kind, ad, arrival, permit), appended) in events.into_iter().zip(appended) {
            if kind == Kind::Show && permit.is_first_valid && !arrival.rate_flag {
                let served = &ad.served;
                app.engine.live().on_show(served.ad, served.visitor, served.weight_micros, now);
                app.delivery.push_answers.put(&ad, false, now);
            }
            permit.written(appended.at);
            let reached = if kind == Kind::ConfirmedShow { Reached::Viewed } else { Reached::Shown };
            app.delivery.reached(&ad, reached, now);
        }
        Ok(())
    });
    written.await.unwrap_or_else(|_| Err(Problem::Unavailable(RETRY_S)))
}

/// The served ad with its owners; none when ad or block are not known.
pub(super) fn served_ad(app: &Edge, token: TokenId, served: Served) -> Option<ServedAd> {
    let directory = &app.delivery.directory;
    let ad = directory.ad_dims(&app.engine.snapshot(), served.ad)?;
    let mut block = directory.block(served.block)?.dims;
    // The template may have been changed since the decision.
    block.template = served.template;
    Some(ServedAd { token, served, ad, block })
}

/// Answers for a token of ours whose owners are not known: what it tells cannot be recorded, so it is not acknowledged.
pub(super) fn unknown_owner(served: &Served) -> Problem {
    metrics::counter!("placard_owners_unknown_total").increment(1);
    tracing::warn!(ad = served.ad.0, block = served.block.0, "the owners of a served ad are not known");
    Problem::Unavailable(RETRY_S)
}

/// How an event arrives, as far as it is the same for all ads of one request.
pub(super) struct Arriving<'a> {
    app: &'a Edge,
    pub(super) caller: Caller,
    pub(super) page: Page<'a>,
    is_prefetch: bool,
    now: UnixMs,
}

impl<'a> Arriving<'a> {
    /// Reads a request's head.
    pub(super) fn of(
        app: &'a Edge,
        parts: &'a axum::http::request::Parts,
        page: &'a str,
        is_prefetch: bool,
        now: UnixMs,
    ) -> Self {
        Self { app, caller: Caller::of(app, parts, now), page: Page::of(&parts.headers, page), is_prefetch, now }
    }

    /// Judges by the rules of the edge.
    pub(super) fn arrival(&self, ad: &ServedAd, is_click: bool) -> Arrival {
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
        let [prefix, prefix_yesterday] = caller.prefixes(self.app, self.now);
        let delivery = &self.app.delivery;
        let (rates, limit) = if is_click {
            (&delivery.click_rates, rates::CLICKS_PER_MINUTE_MAX)
        } else {
            (&delivery.show_rates, rates::SHOWS_PER_MINUTE_MAX)
        };
        Arrival {
            edge_verdict: judge(ad, &facts),
            attested: self.page.attested,
            visitor: caller.visitor,
            visitor_yesterday: caller.visitor_yesterday,
            prefix,
            prefix_yesterday,
            rate_flag: rates.count(prefix.0, ad.block.site.0.unsigned_abs(), 1, self.now.0) > limit,
        }
    }
}
