//! `POST /d/passback`: where no ad was found, the webmaster's own content was shown. It is about no money, so it is counted as
//! requests are: what a crash loses are the last two seconds.

use super::caller::counted_address;
use super::limits::Call;
use super::page::Page;
use super::show::{ShowsReport, TOKENS_MAX};
use super::token::Passback;
use super::writes::{Kind, Turn};
use super::{Caller, check_ready, page_body, read_page_json, recorded};
use crate::state::{Edge, EdgeState};
use axum::extract::{Request, State};
use axum::response::Response;
use placard_common::error::Problem;
use placard_model::UnixMs;
use placard_model::event::EventRef;
use placard_model::inventory::BlockSpec;
use placard_model::time::DAY_MS;

/// The token by which it is told that a block's own content was shown; none when it has none.
pub(super) fn token(app: &Edge, spec: &BlockSpec, now: UnixMs) -> Option<String> {
    if spec.passback_html.is_empty() && spec.passback_url.is_empty() {
        return None;
    }
    let passback = Passback { block: spec.dims.block, decided_at: now };
    app.delivery.tokens.seal_passback(&passback, now).map(|(_, token)| token)
}

/// Counts that the webmaster's own content was shown where no ad was found. The body is JSON, sent as `text/plain`.
#[utoipa::path(
    post,
    path = "/d/passback",
    tag = "delivery",
    security(()),
    request_body(content = ShowsReport<'_>, content_type = "text/plain"),
    responses(
        (status = 204, description = "Counted")
    )
)]
pub async fn create_passbacks(State(app): State<EdgeState>, request: Request) -> Result<Response, Problem> {
    let (parts, body) = request.into_parts();
    let bytes = page_body(body).await?;
    let report: ShowsReport<'_> = read_page_json(&bytes)?;
    if report.tokens.len() > TOKENS_MAX {
        return Err(Problem::Malformed(format!("`tokens` must have at most {TOKENS_MAX} entries")));
    }
    let now = app.clock.now();
    app.delivery.limits.call(Call::Reports, counted_address(&app, &parts), report.tokens.len().max(1), now)?;
    check_ready(&app)?;
    let page = Page::of(&parts.headers, &report.page);
    if Caller::of(&app, &parts, now).agent.is_bot {
        return Ok(recorded());
    }
    for token in &report.tokens {
        let Some((id, passback)) = app.delivery.tokens.open_passback(token, now) else { continue };
        let Some(block) = app.delivery.directory.block(passback.block) else { continue };
        if now.since_ms(passback.decided_at) > DAY_MS || !page.is_on(&block.domain) {
            continue;
        }
        // Each place once, however often it is told.
        if let Turn::Write(permit) = app.delivery.writes.begin(id, Kind::Passback, true)
            && permit.is_first_valid
        {
            app.delivery.counters.count_passback(block.dims, now.hour());
            permit.written(EventRef::default());
        }
    }
    Ok(recorded())
}
