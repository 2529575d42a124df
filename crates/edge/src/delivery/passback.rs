//! `POST /d/passback`: where no ad was found, the webmaster's own content was shown. It is about no money, so it is counted as
//! requests are: what a crash loses are the last two seconds, and tokens that were given before are not counted after it,
//! for nothing tells which of them were already.

use super::caller::counted_address;
use super::limits::Call;
use super::page::Page;
use super::show::{ShowsReport, TOKENS_MAX};
use super::token::Passback;
use super::{Caller, check_ready, no_content, page_body, read_page_json};
use crate::state::{Edge, EdgeState};
use axum::extract::{Request, State};
use axum::response::Response;
use placard_common::error::Problem;
use placard_model::UnixMs;
use placard_model::event::TokenId;
use placard_model::inventory::BlockSpec;
use placard_model::time::HOUR_MS;
use quick_cache::sync::Cache;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// A page tells at once that it shows its own content, and after an hour's sleep at most: in milliseconds.
const TOLD_MS_MAX: i64 = HOUR_MS;
/// Places that are remembered, about 100 bytes each. One that was forgotten counts again.
const COUNTED_MAX: usize = 200_000;

/// The places that were counted. They are apart from the reports about ads, which are about money: neither can push the
/// others out.
pub(super) struct Passbacks {
    /// Since when tokens are given by this process.
    since: OnceLock<UnixMs>,
    counted: Cache<TokenId, Arc<AtomicBool>>,
}

impl Default for Passbacks {
    fn default() -> Self {
        Self { since: OnceLock::new(), counted: Cache::new(COUNTED_MAX) }
    }
}

impl Passbacks {
    /// Whether a place is told of for the first time.
    fn is_first(&self, id: TokenId, passback: &Passback, now: UnixMs) -> bool {
        let is_ours = self.since.get().is_some_and(|since| passback.decided_at >= *since);
        if !is_ours || now.since_ms(passback.decided_at) > TOLD_MS_MAX {
            return false;
        }
        match self.counted.get_or_insert_with(&id, || Ok::<_, Infallible>(Arc::default())) {
            Ok(is_counted) => !is_counted.swap(true, Ordering::AcqRel),
            Err(never) => match never {},
        }
    }
}

/// The token by which it is told that a block's own content was shown; none when it has none.
pub(super) fn token(app: &Edge, spec: &BlockSpec, now: UnixMs) -> Option<String> {
    if spec.passback_html.is_empty() && spec.passback_url.is_empty() {
        return None;
    }
    let since = *app.delivery.passbacks.since.get_or_init(|| now);
    let passback = Passback { block: spec.dims.block, decided_at: now.max(since) };
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
        return Ok(no_content());
    }
    for token in &report.tokens {
        let Some((id, passback)) = app.delivery.tokens.open_passback(token, now) else { continue };
        let Some(block) = app.delivery.directory.block(passback.block) else { continue };
        // Each place once, however often it is told.
        if page.is_on(&block.domain) && app.delivery.passbacks.is_first(id, &passback, now) {
            app.delivery.counters.count_passback(block.dims, now.hour());
        }
    }
    Ok(no_content())
}
