//! Pushes: the ad of a message, chosen when it is sent and asked for afresh when it arrives, and reports of notifications.
//!
//! A message has one token, whose id all ads have that stand in for its own: whatever a browser asks and reports, a message is
//! one show and one click. It holds for seven days, since a device may be off for long.

use super::answer::fill_title;
use super::caller::counted_address;
use super::limits::Call;
use super::show::{ShowsReport, record_all, served_ad};
use super::writes::Kind;
use super::{Caller, check_ready, page_body, read_page_json};
use crate::state::{Edge, EdgeState};
use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parking_lot::Mutex;
use placard_common::error::Problem;
use placard_engine::Step;
use placard_model::event::{RequestSample, Served, ServedAd, TokenId};
use placard_model::format::BlockFormat;
use placard_model::inventory::BlockSpec;
use placard_model::targeting::content::PageContent;
use placard_model::targeting::geo::Place;
use placard_model::targeting::request::{AdRequest, Audience, VisitorId};
use placard_model::{AdId, BlockId, SiteId, UnixMs};
use rand::Rng;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The version of messages: workers that do not know it show what they know of it.
pub const MESSAGE_VERSION: u8 = 1;

/// The ad of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushAd {
    /// The ad.
    pub ad: AdId,
    /// Its token's id.
    pub id: TokenId,
    /// Its token.
    pub token: String,
}

/// What a notification shows. Addresses are paths of the network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Notification {
    /// Title.
    pub title: String,
    /// Text.
    pub body: String,
    /// Path of the square picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// Path of the wide picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// At most two buttons, the first on the left.
    pub buttons: Vec<Button>,
    /// Path of the click.
    pub click: String,
}

/// A button of a notification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Button {
    /// `open` or `close`.
    pub action: &'static str,
    /// Its label.
    pub title: String,
}

/// A message as it is encrypted for a browser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Message<'a> {
    /// Says that it is of this network's kind: [`MESSAGE_VERSION`].
    pub placard: u8,
    /// The ad's token.
    pub token: &'a str,
    /// The name of the notification: one with the same name takes its place.
    pub tag: &'a str,
    /// What is shown where no other ad is asked for in time.
    pub notification: &'a Notification,
}

/// Marks visitors that are subscriptions, in the upper bits: others are random numbers.
const SUBSCRIPTION: u64 = 0x7075_5348 << 32;
/// Answers that are remembered until the worker takes them; further ones are not.
const ANSWERS_MAX: usize = 100_000;

/// The visitor that stands for a subscription. It is the same on all days, and browsers do not see it: tokens are encrypted.
pub const fn visitor_of(subscription: i64) -> VisitorId {
    VisitorId(SUBSCRIPTION | subscription.unsigned_abs() & 0xffff_ffff)
}

/// The subscription of a visitor; none for any other visitor.
const fn subscription_of(visitor: VisitorId) -> Option<i64> {
    if visitor.0 & !0xffff_ffff == SUBSCRIPTION { Some((visitor.0 & 0xffff_ffff) as i64) } else { None }
}

/// The name of the notification of a token: a message that comes twice takes its own place.
pub fn tag(id: TokenId) -> String {
    format!("placard-{}", URL_SAFE_NO_PAD.encode(id.0))
}

/// What a browser told of a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PushAnswer {
    /// The subscription.
    pub subscription: i64,
    /// Its site.
    pub site: SiteId,
    /// When.
    pub at: UnixMs,
    /// It was clicked; else it was shown.
    pub is_click: bool,
}

/// What was told and is not noted yet. It may be lost: money and statistics come from the log.
#[derive(Default)]
pub struct PushAnswers(Mutex<Vec<PushAnswer>>);

impl PushAnswers {
    /// Remembers the first valid show or click of a token, if it is one of a push.
    pub(super) fn put(&self, ad: &ServedAd, is_click: bool, at: UnixMs) {
        if ad.block.format != BlockFormat::Push {
            return;
        }
        if let Some(subscription) = subscription_of(ad.served.visitor) {
            let mut answers = self.0.lock();
            if answers.len() < ANSWERS_MAX {
                answers.push(PushAnswer { subscription, site: ad.block.site, at, is_click });
            }
        }
    }

    /// Takes what was told since the last time.
    pub fn take(&self) -> Vec<PushAnswer> {
        std::mem::take(&mut *self.0.lock())
    }
}

/// Asks for the ad to show for a message that arrived. Unknown fields are ignored.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct PushAdRequest<'a> {
    /// The message's token.
    #[serde(borrow)]
    #[schema(value_type = String)]
    token: Cow<'a, str>,
}

/// What to show instead of the message's own ad.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PushAdAnswer {
    /// Its token, for the report.
    token: String,
    /// The notification.
    notification: Notification,
}

/// Chooses an ad for a subscription, or says at which step the last one fell. `of`: the message has a token with this id, of
/// this moment. What stands in for it is as old as the message: by both, shows and clicks are told to be the same.
///
/// # Errors
/// When there is no ad for it now.
pub fn choose(
    app: &Edge,
    block: BlockId,
    audience: Audience,
    of: Option<(TokenId, UnixMs)>,
    now: UnixMs,
    rng: &mut impl Rng,
) -> Result<PushAd, Step> {
    let (snapshot, settings, delivery) = (app.engine.snapshot(), app.settings.get(), &app.delivery);
    // While no event is taken no click can be billed: nothing is offered.
    let spec = snapshot.block(block).filter(|spec| spec.dims.format == BlockFormat::Push && app.log.accepts());
    let Some(spec) = spec else { return Err(Step::Block) };
    // A notification stands on no page.
    let content = PageContent::default();
    let request = AdRequest {
        block,
        page_host: &spec.domain,
        places: 1,
        audience,
        content: &content,
        on_page: &[],
        gets_pushes: false,
    };
    let decision = snapshot.select(&request, &settings.choosing, now, rng);
    let choice = decision.chosen.first();
    let sealed = choice.and_then(|choice| {
        let served = Served {
            ad: choice.ad,
            block,
            page: u32::from(audience.subscription_days.unwrap_or_default()),
            visitor: audience.visitor,
            decided_at: of.map_or(now, |(_, sent_at)| sent_at),
            price: choice.price,
            weight_micros: choice.weight_micros,
            place: audience.place,
            asn: audience.asn,
            device_type: audience.device_type,
            os: audience.os,
            browser: audience.browser,
            language: audience.language,
            traffic_source: audience.traffic_source,
            template: spec.dims.template,
            position: 0,
            control: choice.control,
            // Who subscribes has said yes to what is kept of it.
            consent: true,
        };
        let (id, token) = match of {
            Some((id, _)) => (id, delivery.tokens.seal_instead(id, &served, now)?),
            None => delivery.tokens.seal(&served, now)?,
        };
        Some(PushAd { ad: choice.ad, id, token })
    });
    // Another ad for a message is no other request.
    if of.is_none() {
        let step = if sealed.is_some() { Step::Found } else { decision.outcome_step };
        let filled = u32::from(sealed.is_some());
        delivery.counters.count(block, Some(spec.dims), step, now.hour(), 1, filled);
        if let Some(weight) = delivery.samples.weight(settings.sampling.requests_per_second, now, rng) {
            delivery.samples.put(sample(spec, &audience, filled as u8, step, weight));
        }
    }
    sealed.ok_or(decision.outcome_step)
}

fn sample(spec: &BlockSpec, audience: &Audience, filled: u8, step: Step, weight: u32) -> RequestSample {
    RequestSample {
        block: spec.dims,
        page: spec.domain.clone(),
        place: audience.place,
        asn: audience.asn,
        device_type: audience.device_type,
        os: audience.os,
        browser: audience.browser,
        language: audience.language,
        traffic_source: audience.traffic_source,
        visitor: audience.visitor,
        places: 1,
        filled,
        step: Some(step.id()),
        weight,
        content: PageContent::default(),
    }
}

/// What the notification of an ad shows; none when the ad may be shown no more.
pub fn notification(app: &Edge, ad: AdId, token: &str, place: Place, now: UnixMs) -> Option<Notification> {
    let snapshot = app.engine.snapshot();
    let creative = &snapshot.ad(ad)?.spec.creative;
    let buttons = creative.push.as_ref().map_or(&[][..], |push| &push.buttons);
    Some(Notification {
        title: fill_title(app, &creative.title, place, now).into_owned(),
        body: fill_title(app, &creative.description, place, now).into_owned(),
        icon: creative.image_square.clone(),
        image: creative.image_horizontal.clone(),
        buttons: buttons
            .iter()
            .map(|button| Button { action: button.action.name(), title: button.title.clone() })
            .collect(),
        click: format!("/c/{token}"),
    })
}

/// Asks for a fresh ad for a message that has arrived: the one that came with it was chosen when it was sent. Answers 204 where
/// there is none, and the message shows its own. The body is JSON, sent as `text/plain`.
#[utoipa::path(
    post,
    path = "/d/push/ad",
    tag = "delivery",
    security(()),
    request_body(content = PushAdRequest<'_>, content_type = "text/plain"),
    responses(
        (status = 200, description = "What to show instead", body = PushAdAnswer),
        (status = 204, description = "Nothing better: show what came")
    )
)]
pub async fn choose_push_ad(State(app): State<EdgeState>, request: Request) -> Result<Response, Problem> {
    let (parts, body) = request.into_parts();
    let bytes = page_body(body).await?;
    let asked: PushAdRequest<'_> = read_page_json(&bytes)?;
    let now = app.clock.now();
    app.delivery.limits.call(Call::Ads, counted_address(&app, &parts), 1, now)?;
    check_ready(&app)?;
    let fresh = fresh(&app, &asked.token, &Caller::of(&app, &parts, now), now);
    let no_store = (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(match fresh {
        Some(answer) => ([no_store], Json(answer)).into_response(),
        None => (StatusCode::NO_CONTENT, [no_store]).into_response(),
    })
}

fn fresh(app: &Edge, token: &str, caller: &Caller, now: UnixMs) -> Option<PushAdAnswer> {
    let (id, served) = app.delivery.tokens.open(token, now)?;
    let ad = served_ad(app, id, served)?;
    if ad.block.format != BlockFormat::Push || caller.agent.is_bot {
        return None;
    }
    let audience = Audience {
        ip: caller.address,
        place: caller.place,
        asn: caller.asn,
        device_type: caller.agent.device_type,
        os: caller.agent.os,
        browser: caller.agent.browser,
        language: served.language,
        traffic_source: served.traffic_source,
        visitor: served.visitor,
        visitor_yesterday: served.visitor,
        subscription_days: Some(u16::try_from(served.page).unwrap_or(u16::MAX)),
    };
    let chosen =
        choose(app, served.block, audience, Some((id, served.decided_at)), now, &mut app.delivery.rng()).ok()?;
    let notification = notification(app, chosen.ad, &chosen.token, caller.place, now)?;
    Some(PushAdAnswer { token: chosen.token, notification })
}

/// Records that notifications were displayed, also those of up to seven days ago: a device may have been offline. Answers when
/// this is durable; a repeat changes nothing. The body is JSON, sent as `text/plain`.
#[utoipa::path(
    post,
    path = "/d/push/shown",
    tag = "delivery",
    security(()),
    request_body(content = ShowsReport<'_>, content_type = "text/plain"),
    responses(
        (status = 204, description = "Recorded")
    )
)]
pub async fn create_push_shows(State(app): State<EdgeState>, request: Request) -> Result<Response, Problem> {
    // A notification that is displayed is in view: there is nothing of it that could be below.
    record_all(&app, request, &[Kind::Show, Kind::ConfirmedShow], |ad| ad.block.format == BlockFormat::Push).await
}
