//! Push on a site: how it asks for subscriptions and what it sends, the worker file, and the keys that subscriptions are made with.

mod picture;

use crate::advertiser::ads::ad_form::PICTURE_NAME_CHARS;
use crate::auth::Webmaster;
use crate::extract::{Json, Path, only_objects};
use crate::list::{Data, data};
use crate::state::{Api, ApiState};
use crate::webmaster::push_worker::PushWorkerCheck;
use axum::extract::State;
use placard_common::error::{FieldErrors, Problem};
use placard_edge::delivery::opt_in::{WORKER_FILE, WORKER_SCOPE};
use placard_model::format::BlockFormat;
use placard_model::push::subscription::{
    ASK_DAYS_MAX, ASK_DAYS_MIN, ASK_PAGE_MAX, DAILY_CAP_MAX, DELAY_S_MAX, LANGUAGES_MAX, LET_GO_WEEKS_MAX,
    LET_GO_WEEKS_MIN, OPT_IN_TEMPLATE, PromptKind, PromptPosition, QUESTION_BUTTON_MAX, QUESTION_PICTURE_CHARS_MAX,
    QUESTION_TEXT_MAX, QUESTION_TITLE_MAX, Question, SitePush,
};
use placard_model::settings::Settings;
use placard_model::sites::placement::Placement;
use placard_model::user::BlockStatus;
use placard_model::{SiteId, UnixMs, validate};
use placard_store::accounts::audit_log;
use placard_store::advertising::pictures;
use placard_store::publishing::blocks::{Block, BlockSettings, Floor};
use placard_store::publishing::sites::Site;
use placard_store::publishing::{block_versions, sites};
use placard_store::push::push_counts::{self, Dimension};
use placard_store::push::{push_blocks, vapid_keys};
use placard_store::{Conn, Priority, Scope};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::HashSet;
use utoipa::ToSchema;

/// What push blocks are called in lists of blocks.
const BLOCK_NAME: &str = "Push";

/// How a site asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PushPromptKind {
    /// With a question of its own first, then the browser's.
    Question,
    /// With the browser's question at once, where browsers allow that.
    Browser,
}

/// Where a site's own question stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PushPromptPosition {
    /// At the bottom; on wide screens to the right.
    Bottom,
    /// At the bottom; on wide screens to the left.
    BottomLeft,
    /// At the top.
    Top,
}

/// A site's own question in one language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct PushQuestion {
    /// Two letters (ISO 639-1).
    #[schema(pattern = "^[a-z]{2}$")]
    pub language: String,
    /// The title.
    pub title: String,
    /// The text below it: it says that advertising comes.
    pub text: String,
    /// The button that goes on.
    pub accept: String,
    /// The button that asks later.
    pub later: String,
}

only_objects!(; both PushQuestion);

/// How a site asks for subscriptions, and what is sent to them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SitePushForm {
    /// It asks, and notifications are sent.
    pub is_on: bool,
    /// How it asks.
    pub kind: PushPromptKind,
    /// The questions, each in a language of its own; the first where none is in the page's language.
    pub questions: Vec<PushQuestion>,
    /// The picture beside them, whatever the language: the name of the one that is there, or another one as a `data:` URL in base64
    /// (JPEG, PNG, WebP or GIF), of which the middle is cut to a square of 192 pixels: it must be at least as large. Null for none;
    /// omitted, it stays.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    pub picture: Option<Option<String>>,
    /// Where the question stands.
    pub position: PushPromptPosition,
    /// Background of the question.
    #[schema(pattern = "^#[0-9a-f]{6}$")]
    pub background: String,
    /// Its text.
    #[schema(pattern = "^#[0-9a-f]{6}$")]
    pub color: String,
    /// The button that goes on.
    #[schema(pattern = "^#[0-9a-f]{6}$")]
    pub accent: String,
    /// Seconds on a page before it asks.
    pub delay_s: u16,
    /// On which page of a visit it asks.
    pub ask_page: u8,
    /// Days between two questions to the same visitor.
    pub ask_days: u16,
    /// Notifications a day to one subscription.
    pub daily_cap: u8,
    /// The first hour in which notifications are sent, by the subscriber's own clock.
    pub hour_from: u8,
    /// The hour at which they end: later than the first.
    pub hour_to: u8,
    /// Weeks without an answer after which a subscription is let go.
    pub let_go_weeks: u8,
    /// On a change: the version that was changed; 0 where there was none.
    #[serde(default)]
    pub version: Option<i64>,
}

/// Tells a null from a field that is not there.
#[expect(clippy::option_option, reason = "omitted, taken away, or given")]
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// The file that a site needs on its own domain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PushWorker {
    /// Its only line.
    pub line: String,
    /// Where it lies.
    pub url: String,
    /// Its path.
    pub path: &'static str,
    /// The folder that it is registered for, which holds no page.
    pub scope: &'static str,
    /// The lines for pages that ask: the script, which pages with ads have already, and the opt-in.
    pub code: String,
    /// What the last look at it found; none before the first.
    pub check: Option<PushWorkerCheck>,
}

/// Keys that subscriptions of a site were made with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PushKey {
    /// The public key, base64url.
    pub public_key: String,
    /// Since when there is the pair.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: UnixMs,
    /// Subscriptions that were made with it.
    pub subscribers: i64,
    /// New subscriptions are made with it.
    pub is_newest: bool,
    /// It came with subscriptions of another provider.
    pub is_imported: bool,
}

/// Push on a site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SitePushResource {
    /// The site.
    pub site_id: i64,
    /// Its domain.
    pub domain: String,
    /// Its push block; none before it was saved first.
    pub block_id: Option<i64>,
    /// How it asks and sends. Before it was saved first these are what it would begin with, switched off.
    pub settings: SitePushForm,
    /// Why nothing is asked or sent though it is on, in words; none where nothing is in the way.
    pub stopped_by: Option<String>,
    /// The file that it needs.
    pub worker: PushWorker,
    /// The keys that its subscriptions were made with, the newest first.
    pub keys: Vec<PushKey>,
    /// The most notifications a day that can be chosen.
    pub daily_cap_max: u8,
}

impl PushPromptKind {
    const fn of(kind: PromptKind) -> Self {
        match kind {
            PromptKind::Question => Self::Question,
            PromptKind::Browser => Self::Browser,
        }
    }

    const fn kind(self) -> PromptKind {
        match self {
            Self::Question => PromptKind::Question,
            Self::Browser => PromptKind::Browser,
        }
    }
}

impl PushPromptPosition {
    const fn of(position: PromptPosition) -> Self {
        match position {
            PromptPosition::Bottom => Self::Bottom,
            PromptPosition::BottomLeft => Self::BottomLeft,
            PromptPosition::Top => Self::Top,
        }
    }

    const fn position(self) -> PromptPosition {
        match self {
            Self::Bottom => PromptPosition::Bottom,
            Self::BottomLeft => PromptPosition::BottomLeft,
            Self::Top => PromptPosition::Top,
        }
    }
}

impl SitePushForm {
    fn of(push: SitePush, is_on: bool, version: i64) -> Self {
        let question = |one: Question| PushQuestion {
            language: one.language,
            title: one.title,
            text: one.text,
            accept: one.accept,
            later: one.later,
        };
        Self {
            is_on,
            kind: PushPromptKind::of(push.kind),
            questions: push.questions.into_iter().map(question).collect(),
            picture: Some(push.picture),
            position: PushPromptPosition::of(push.position),
            background: push.background,
            color: push.color,
            accent: push.accent,
            delay_s: push.delay_s,
            ask_page: push.ask_page,
            ask_days: push.ask_days,
            daily_cap: push.daily_cap,
            hour_from: push.hour_from,
            hour_to: push.hour_to,
            let_go_weeks: push.let_go_weeks,
            version: Some(version),
        }
    }

    fn check(self) -> Result<SitePush, Problem> {
        let mut errors = FieldErrors::default();
        if !(1..=LANGUAGES_MAX).contains(&self.questions.len()) {
            errors.add("questions", format!("must have 1 to {LANGUAGES_MAX} languages"));
        }
        let mut languages = HashSet::new();
        for (index, one) in self.questions.iter().enumerate().take(LANGUAGES_MAX) {
            let is_language = one.language.len() == 2 && one.language.bytes().all(|byte| byte.is_ascii_lowercase());
            if !is_language {
                errors.add(format!("questions.{index}.language"), "must be two small letters, such as en");
            } else if !languages.insert(one.language.as_str()) {
                errors.add(format!("questions.{index}.language"), "has a question already");
            }
            let texts = [
                ("title", &one.title, QUESTION_TITLE_MAX),
                ("text", &one.text, QUESTION_TEXT_MAX),
                ("accept", &one.accept, QUESTION_BUTTON_MAX),
                ("later", &one.later, QUESTION_BUTTON_MAX),
            ];
            for (field, text, max) in texts {
                let field = format!("questions.{index}.{field}");
                if let Err(message) = validate::line(text, 1, max) {
                    errors.add(field, message);
                }
            }
        }
        if let Some(Some(picture)) = &self.picture {
            errors.check_length("picture", picture, PICTURE_NAME_CHARS..=QUESTION_PICTURE_CHARS_MAX);
        }
        for (field, color) in [("background", &self.background), ("color", &self.color), ("accent", &self.accent)] {
            let digits = color.strip_prefix('#').unwrap_or_default();
            let is_color = digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'a'..=b'f'));
            if !is_color {
                errors.add(field, "must be a colour such as #1a2b3c");
            }
        }
        let mut number = |field: &str, value: u16, least: u16, most: u16| {
            if !(least..=most).contains(&value) {
                errors.add(field, format!("must be {least} to {most}"));
            }
        };
        number("delay_s", self.delay_s, 0, DELAY_S_MAX);
        number("ask_page", self.ask_page.into(), 1, ASK_PAGE_MAX.into());
        number("ask_days", self.ask_days, ASK_DAYS_MIN, ASK_DAYS_MAX);
        number("daily_cap", self.daily_cap.into(), 1, DAILY_CAP_MAX.into());
        number("hour_from", self.hour_from.into(), 0, 23);
        number("hour_to", self.hour_to.into(), 1, 24);
        number("let_go_weeks", self.let_go_weeks.into(), LET_GO_WEEKS_MIN.into(), LET_GO_WEEKS_MAX.into());
        if self.hour_to <= self.hour_from {
            errors.add("hour_to", "must be later than the first hour");
        }
        errors.finish()?;
        let question = |one: PushQuestion| Question {
            language: one.language,
            title: one.title.trim().to_owned(),
            text: one.text.trim().to_owned(),
            accept: one.accept.trim().to_owned(),
            later: one.later.trim().to_owned(),
        };
        Ok(SitePush {
            kind: self.kind.kind(),
            questions: self.questions.into_iter().map(question).collect(),
            // Seen to once all else is right.
            picture: None,
            position: self.position.position(),
            background: self.background,
            color: self.color,
            accent: self.accent,
            delay_s: self.delay_s,
            ask_page: self.ask_page,
            ask_days: self.ask_days,
            daily_cap: self.daily_cap,
            hour_from: self.hour_from,
            hour_to: self.hour_to,
            let_go_weeks: self.let_go_weeks,
        })
    }
}

/// What a new push block begins with.
fn first(settings: &Settings) -> SitePush {
    let of = &settings.push_subscriptions;
    let byte = |number: u32| u8::try_from(number).unwrap_or(u8::MAX);
    SitePush {
        daily_cap: byte(of.daily_cap),
        ask_days: u16::try_from(of.ask_days).unwrap_or(ASK_DAYS_MAX),
        let_go_weeks: byte(of.let_go_weeks),
        ..SitePush::default()
    }
}

/// A push block as blocks are stored.
fn block_settings(push: &SitePush) -> Result<BlockSettings, Problem> {
    Ok(BlockSettings {
        name: BLOCK_NAME.to_owned(),
        format: BlockFormat::Push,
        template: OPT_IN_TEMPLATE,
        config: serde_json::to_string(push).map_err(|error| Problem::Internal(error.into()))?,
        custom_styles: String::new(),
        compiled_styles: String::new(),
        passback_html: String::new(),
        passback_url: String::new(),
        refresh_s: 0,
        placement: Placement::InPlace,
        floor: Floor::default(),
        places: 1,
    })
}

/// The line of the worker file.
pub fn worker_line(app: &Api) -> String {
    let settings = app.settings.get();
    let stem = settings.tag.path.strip_suffix(".js").unwrap_or(&settings.tag.path);
    let scheme = if app.config.public_url().starts_with("https://") { "https" } else { "http" };
    format!("importScripts(\"{scheme}://{}/{stem}.push-worker.js\");", app.config.tag_domain(&settings))
}

fn worker(app: &Api, site: &Site, block: Option<&Block>, check: Option<PushWorkerCheck>) -> PushWorker {
    let settings = app.settings.get();
    let (domain, tag) = (app.config.tag_domain(&settings), &settings.tag);
    let script = format!("<script async src=\"//{domain}/{}\"></script>", tag.path);
    let place = block.map(|block| format!("\n<div {}=\"{}\"></div>", tag.attribute, block.id));
    PushWorker {
        line: worker_line(app),
        url: format!("https://{}{WORKER_FILE}", site.domain),
        path: WORKER_FILE,
        scope: WORKER_SCOPE,
        code: script + &place.unwrap_or_default(),
        check,
    }
}

fn stopped_by(site: &Site, block: Option<&Block>) -> Option<String> {
    use placard_model::user::SiteStatus;
    block.filter(|block| block.status == BlockStatus::Active)?;
    match site.status {
        SiteStatus::Approved if site.verification.is_paused => {
            Some("The site shows no longer that it is yours: verify it again.".to_owned())
        }
        SiteStatus::Approved => None,
        other => Some(format!("The site is {}: it asks and sends once it is approved.", other.label().to_lowercase())),
    }
}

/// Push of a site with everything that is told of it.
struct Found {
    site: Site,
    block: Option<Block>,
    check: Option<PushWorkerCheck>,
    keys: Vec<PushKey>,
}

async fn read(conn: &Conn, scope: Scope, site: SiteId) -> placard_store::Result<Found> {
    let site = sites::get_site(conn, scope, site).await?;
    let block = push_blocks::find(conn, scope, site.id).await?;
    let check = push_blocks::worker_check(conn, site.id).await?;
    let check = check.and_then(|(found, at)| PushWorkerCheck::of_stored(&found, at));
    let by_key = push_counts::groups(conn, site.id, Dimension::Key).await?;
    let newest = vapid_keys::newest(conn).await?;
    let mut ids: Vec<i64> = by_key.iter().filter_map(|(id, _)| id.parse().ok()).collect();
    ids.extend(newest.iter().map(|key| key.id));
    let mut keys = vapid_keys::by_ids(conn, &ids).await?;
    keys.sort_by_key(|key| std::cmp::Reverse((key.site.is_none(), key.id)));
    let key = |key: vapid_keys::VapidKey| PushKey {
        subscribers: by_key.iter().find(|(id, _)| *id == key.id.to_string()).map_or(0, |(_, count)| *count),
        is_newest: newest.as_ref().is_some_and(|newest| newest.id == key.id),
        is_imported: key.site.is_some(),
        public_key: key.public_key,
        created_at: key.created_at,
    };
    Ok(Found { site, block, check, keys: keys.into_iter().map(key).collect() })
}

fn resource(app: &Api, found: Found) -> Result<SitePushResource, Problem> {
    let Found { site, block, check, keys } = found;
    let settings = match &block {
        Some(block) => {
            let push = SitePush::of_config(&block.config);
            let push =
                push.ok_or_else(|| Problem::Internal(anyhow::anyhow!("block {} has no push settings", block.id)))?;
            SitePushForm::of(push, block.status == BlockStatus::Active, block.version)
        }
        None => SitePushForm::of(first(&app.settings.get()), false, 0),
    };
    Ok(SitePushResource {
        site_id: site.id.0,
        block_id: block.as_ref().map(|block| block.id.0),
        settings,
        stopped_by: stopped_by(&site, block.as_ref()),
        worker: worker(app, &site, block.as_ref(), check),
        keys,
        daily_cap_max: DAILY_CAP_MAX,
        domain: site.domain,
    })
}

/// Push on a site: how it asks and sends, its worker file, its keys.
#[utoipa::path(get, path = "/api/webmaster/sites/{site_id}/push", tag = "webmaster", params(("site_id" = i64, Path)),
    responses((status = 200, body = Data<SitePushResource>)))]
pub async fn get_site_push(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(site): Path<i64>,
) -> Result<Json<Data<SitePushResource>>, Problem> {
    let scope = webmaster.scope();
    let found = app.store.read("get_site_push", async move |conn| read(conn, scope, SiteId(site)).await).await?;
    resource(&app, found).map(data)
}

/// Sets how a site asks and sends. The first time makes its push block.
#[utoipa::path(put, path = "/api/webmaster/sites/{site_id}/push", tag = "webmaster", params(("site_id" = i64, Path)),
    request_body = SitePushForm, responses((status = 200, body = Data<SitePushResource>)))]
pub async fn update_site_push(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(site): Path<i64>,
    Json(form): Json<SitePushForm>,
) -> Result<Json<Data<SitePushResource>>, Problem> {
    let (is_on, version) = (form.is_on, form.version);
    let (scope, actor, site) = (webmaster.scope(), webmaster.actor(), SiteId(site));
    let said = form.picture.clone();
    let mut push = form.check()?;
    // Whose it is comes before the upload, and whether it is still what was changed.
    let present = async move |conn: &Conn| push_blocks::picture(conn, scope, site, version).await;
    let (stored, read_version) = app.store.read("get_push_picture", present).await?;
    // A picture that is omitted stays as it was read, so that a change in between is a stale edit.
    let version = version.or_else(|| said.is_none().then_some(read_version));
    let new_picture = picture::put(&app, webmaster.id(), said, stored, &mut push).await?;
    let settings = block_settings(&push)?;
    let found = app
        .store
        .write("update_site_push", Priority::Api, async move |tx| {
            if let Some(new) = &new_picture {
                pictures::add(tx, new).await?;
            }
            let (before, after) = push_blocks::put(tx, scope, site, &settings, is_on, version).await?;
            block_versions::keep(tx, before.as_ref(), &after, actor.user, None).await?;
            audit_log::record_edit(tx, &actor, "update_site_push", "block", after.id, before.as_ref(), Some(&after))
                .await?;
            read(tx, scope, site).await
        })
        .await?;
    resource(&app, found).map(data)
}
