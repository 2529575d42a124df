//! A site's push opt-in: how it asks (`GET /d/push/{block}.json`), and counts of who was asked (`POST /d/push/events`).
//!
//! Both touch memory alone. What a crash loses of the counts are the last seconds.

use super::caller::counted_address;
use super::limits::Call;
use super::media::NARROWER;
use super::page::Page;
use super::{Caller, check_ready, no_content, page_body, read_page_json};
use crate::state::EdgeState;
use arc_swap::ArcSwapOption;
use axum::extract::{Path, Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use parking_lot::Mutex;
use placard_common::error::Problem;
use placard_common::words::{More, one_number_of};
use placard_model::format::BlockFormat;
use placard_model::inventory::BlockSpec;
use placard_model::push::subscription::{PromptKind, PromptPosition, PushCounter, SitePush};
use placard_model::{BlockId, Day, SiteId};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::openapi::schema::ObjectBuilder;

/// How long browsers keep a site's settings, in seconds.
const SETTINGS_AGE_S: u32 = 300;
/// Sites with days whose counts wait to be written; when there are more, the rest is not counted.
const WAITING_MAX: usize = 100_000;
/// Counts of one site that are taken in a minute: more than any site's visitors are asked.
const EVENTS_PER_SITE: u32 = 6_000;
/// Where the worker file lies on a site: a folder that holds no page.
pub const WORKER_FILE: &str = "/placard-push/sw.js";
/// Its scope.
pub const WORKER_SCOPE: &str = "/placard-push/";

/// What is counted of one site on one day, and not written yet.
pub type Waiting = BTreeMap<(SiteId, Day), BTreeMap<PushCounter, i64>>;

/// What delivery knows of push opt-ins.
#[derive(Default)]
pub struct OptIns {
    /// The public key that new subscriptions are made with; none before the first is made.
    newest_key: ArcSwapOption<String>,
    waiting: Mutex<Waiting>,
}

impl OptIns {
    /// The public key that new subscriptions are made with: base64url.
    pub fn newest_key(&self) -> Option<Arc<String>> {
        self.newest_key.load_full()
    }

    /// Takes over which key is the newest.
    pub fn set_newest_key(&self, public: &str) {
        if self.newest_key.load().as_ref().is_none_or(|known| known.as_str() != public) {
            self.newest_key.store(Some(Arc::new(public.to_owned())));
        }
    }

    /// Counts one of a site on a day.
    pub fn count(&self, site: SiteId, day: Day, counter: PushCounter) {
        let mut waiting = self.waiting.lock();
        if waiting.len() < WAITING_MAX || waiting.contains_key(&(site, day)) {
            *waiting.entry((site, day)).or_default().entry(counter).or_default() += 1;
        }
    }

    /// What waits to be written; from now on it is the caller's.
    pub fn take(&self) -> Waiting {
        std::mem::take(&mut self.waiting.lock())
    }

    /// Counts again what could not be written.
    pub fn give_back(&self, taken: Waiting) {
        let mut waiting = self.waiting.lock();
        for (of, counts) in taken {
            let known = waiting.entry(of).or_default();
            for (counter, count) in counts {
                *known.entry(counter).or_default() += count;
            }
        }
    }
}

/// A block as the engine has it: its config stands in the middle.
#[derive(Deserialize)]
struct Rendered<'a> {
    #[serde(borrow)]
    config: &'a serde_json::value::RawValue,
}

/// How a block's site asks; none for a block that is no opt-in.
pub fn settings_of(spec: &BlockSpec) -> Option<SitePush> {
    if spec.dims.format != BlockFormat::Push {
        return None;
    }
    let rendered: Rendered<'_> = serde_json::from_str(&spec.render_config).ok()?;
    SitePush::of_config(rendered.config.get())
}

/// A question in one language.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OptInQuestion {
    /// Two letters.
    language: String,
    /// The title.
    title: String,
    /// The text below it.
    text: String,
    /// The button that goes on.
    accept: String,
    /// The button that asks later.
    later: String,
}

fn prompt_kind() -> ObjectBuilder {
    let words = "How it asks: with its own question first, or with the browser's at once, where that is allowed.";
    one_number_of(PromptKind::WORDS, More::new()).description(Some(words))
}

fn prompt_position() -> ObjectBuilder {
    one_number_of(PromptPosition::WORDS, More::new()).description(Some("Where its own question stands."))
}

/// How a site asks for push subscriptions.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OptIn {
    /// The block.
    block: i64,
    /// The public key to subscribe with, base64url.
    key: String,
    /// Where the site's worker file lies.
    worker: &'static str,
    /// Its scope.
    scope: &'static str,
    /// How it asks.
    #[schema(schema_with = prompt_kind)]
    kind: u8,
    /// Where its own question stands.
    #[schema(schema_with = prompt_position)]
    position: u8,
    /// Background.
    background: String,
    /// Text.
    color: String,
    /// The button that goes on.
    accent: String,
    /// Seconds on a page before it asks.
    delay_s: u16,
    /// On which page of a visit it asks.
    ask_page: u8,
    /// Days between two questions to the same visitor.
    ask_days: u16,
    /// The questions; the first where none is in the page's language.
    questions: Vec<OptInQuestion>,
    /// Path of the picture beside them; none: a bell.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
}

impl OptIn {
    fn new(block: BlockId, key: &str, push: SitePush) -> Self {
        let question = |one: placard_model::push::subscription::Question| OptInQuestion {
            language: one.language,
            title: one.title,
            text: one.text,
            accept: one.accept,
            later: one.later,
        };
        Self {
            block: block.0,
            key: key.to_owned(),
            worker: WORKER_FILE,
            scope: WORKER_SCOPE,
            kind: push.kind.id(),
            position: push.position.id(),
            background: push.background,
            color: push.color,
            accent: push.accent,
            delay_s: push.delay_s,
            ask_page: push.ask_page,
            ask_days: push.ask_days,
            questions: push.questions.into_iter().map(question).collect(),
            picture: push.picture.map(|name| format!("/m/{name}.{}", NARROWER[0])),
        }
    }
}

/// How a site asks for push subscriptions, with the key to subscribe with. Nothing in it is about a visitor: it may be cached.
#[utoipa::path(
    get,
    path = "/d/push/{file}",
    tag = "delivery",
    security(()),
    params(("file" = String, Path, description = "The number of an active push block, and `.json`")),
    responses((status = 200, description = "How the site asks", body = OptIn))
)]
pub async fn get_opt_in(State(app): State<EdgeState>, Path(file): Path<String>) -> Result<Response, Problem> {
    check_ready(&app)?;
    let id = file.strip_suffix(".json").filter(|id| id.bytes().all(|byte| byte.is_ascii_digit()));
    let id = BlockId(id.and_then(|id| id.parse().ok()).ok_or(Problem::NotFound)?);
    let snapshot = app.engine.snapshot();
    let push = snapshot.block(id).and_then(|spec| settings_of(spec)).ok_or(Problem::NotFound)?;
    let key = app.delivery.opt_ins.newest_key().ok_or(Problem::Unavailable(super::RETRY_S))?;
    let cached = [(header::CACHE_CONTROL, format!("public, max-age={SETTINGS_AGE_S}"))];
    Ok((cached, axum::Json(OptIn::new(id, &key, push))).into_response())
}

/// What became of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OptInEventName {
    /// Somebody was asked.
    Asked,
    /// They said: not now.
    Later,
    /// They block notifications for good.
    Denied,
}

impl OptInEventName {
    const fn counter(self) -> PushCounter {
        match self {
            Self::Asked => PushCounter::Prompts,
            Self::Later => PushCounter::Postponed,
            Self::Denied => PushCounter::Denials,
        }
    }
}

/// A report of a page. Unknown fields are ignored.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct OptInEvent<'a> {
    /// The push block.
    block: i64,
    /// What happened.
    event: OptInEventName,
    /// Address of the page.
    #[serde(borrow, default)]
    #[schema(value_type = String)]
    page: Cow<'a, str>,
}

/// Counts who was asked for a push subscription, and who does not want one. The body is JSON, sent as `text/plain`.
#[utoipa::path(
    post,
    path = "/d/push/events",
    tag = "delivery",
    security(()),
    request_body(content = OptInEvent<'_>, content_type = "text/plain"),
    responses((status = 204, description = "Counted"))
)]
pub async fn create_opt_in_event(State(app): State<EdgeState>, request: Request) -> Result<Response, Problem> {
    let (parts, body) = request.into_parts();
    let bytes = page_body(body).await?;
    let event: OptInEvent<'_> = read_page_json(&bytes)?;
    let now = app.clock.now();
    app.delivery.limits.call(Call::OptIns, counted_address(&app, &parts), 1, now)?;
    check_ready(&app)?;
    let snapshot = app.engine.snapshot();
    let spec = snapshot.block(BlockId(event.block)).filter(|spec| spec.dims.format == BlockFormat::Push);
    let Some(spec) = spec else { return Err(Problem::NotFound) };
    let page = Page::of(&parts.headers, &event.page);
    // Only what a browser says of its page counts, and no more of one site than there are visitors.
    let is_counted = page.attested && page.is_on(&spec.domain) && !Caller::of(&app, &parts, now).agent.is_bot;
    if is_counted && app.delivery.limits.opt_ins_of(spec.dims.site, EVENTS_PER_SITE, now) {
        app.delivery.opt_ins.count(spec.dims.site, now.day(), event.event.counter());
    }
    Ok(no_content())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_not_be_written_is_counted_again() {
        let (opt_ins, site, day) = (OptIns::default(), SiteId(1), Day(2));
        opt_ins.count(site, day, PushCounter::Prompts);
        let taken = opt_ins.take();
        assert!(opt_ins.take().is_empty());
        opt_ins.count(site, day, PushCounter::Prompts);
        opt_ins.count(site, day, PushCounter::Denials);
        opt_ins.give_back(taken);
        let counts = BTreeMap::from([(PushCounter::Prompts, 2), (PushCounter::Denials, 1)]);
        assert_eq!(opt_ins.take(), BTreeMap::from([((site, day), counts)]));
    }

    #[test]
    fn a_key_is_taken_over() {
        let opt_ins = OptIns::default();
        assert_eq!(opt_ins.newest_key(), None);
        opt_ins.set_newest_key("a");
        opt_ins.set_newest_key("b");
        assert_eq!(opt_ins.newest_key().as_deref().map(String::as_str), Some("b"));
    }
}
