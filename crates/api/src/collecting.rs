//! What browsers of visitors call about push subscriptions: they begin, change and end. Anybody can call it, from pages of webmasters,
//! without a login: everything in a body is checked, and counted by address and by site.

pub mod endpoint;
pub mod unsubscribe_page;

use crate::extract::ClientAddress;
use crate::state::{Api, ApiState};
use axum::Json;
use axum::body::Bytes;
use axum::extract::FromRequestParts as _;
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT_LANGUAGE, ORIGIN};
use axum::http::{HeaderMap, StatusCode, request};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use endpoint::{read_endpoint, read_target};
use placard_common::error::{FieldErrors, Problem};
use placard_common::extract::body_bytes;
use placard_common::vapid;
use placard_edge::delivery::opt_in::settings_of;
use placard_edge::delivery::{Caller, is_host_of, page_host, read_page_json};
use placard_model::inventory::BlockSpec;
use placard_model::push::subscription::{SitePush, SubscriptionStatus, UTC_OFFSET_RANGE};
use placard_model::targeting::audience::Language;
use placard_model::time::HOUR_MS;
use placard_model::{BlockId, UnixMs};
use placard_store::push::push_subscriptions::{self, Came, NewSubscription, Subscriber, Subscription};
use placard_store::push::vapid_keys;
use placard_store::{Conn, Priority, Tx};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// The longest body, in bytes: an endpoint of 1,024, the names of another one, keys.
pub(crate) const BODY_BYTES_MAX: usize = 8 * 1024;
/// Bytes of a subscription's name.
const NAME_BYTES: usize = 16;
/// The most characters of a name.
pub(crate) const NAME_CHARS_MAX: usize = 64;
/// The most characters of a key.
pub(crate) const KEY_CHARS_MAX: usize = 100;
/// The first notification comes after so long at the soonest: who has just subscribed is still reading.
const FIRST_MS: i64 = HOUR_MS / 2;
/// And after so long more at the latest, so that those who came together are not due together.
const FIRST_SPREAD_MS: u64 = HOUR_MS as u64;

/// A browser's keys.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct SubscriptionKeys {
    /// Its public key on the curve P-256, uncompressed, base64url.
    pub p256dh: String,
    /// The authentication secret: 16 bytes, base64url.
    pub auth: String,
}

/// A subscription as browsers write it. Unknown fields are ignored.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct BrowserSubscription {
    /// Where notifications are sent: https, on a push service that the network knows.
    pub endpoint: String,
    /// For whom they are encrypted.
    pub keys: SubscriptionKeys,
}

/// What a page or a worker sends. Unknown fields are ignored.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct SubscribeForm {
    /// The site's push block.
    pub block: i64,
    /// The subscription.
    pub subscription: BrowserSubscription,
    /// The public key that it was made with; none: the newest.
    #[serde(default)]
    pub key: Option<String>,
    /// Minutes that the browser's clock is ahead of UTC.
    #[serde(default)]
    pub utc_offset: i32,
    /// The endpoint before, when it changed.
    #[serde(default)]
    pub previous_endpoint: Option<String>,
    /// SHA-256 of the endpoint before, in hexadecimal digits, when it changed.
    #[serde(default)]
    pub previous_hash: Option<String>,
    /// What the subscription was called before, when it changed.
    #[serde(default)]
    pub previous_name: Option<String>,
    /// Somebody has just said yes. Without it nothing begins again that its owner has ended.
    #[serde(default)]
    pub asked: bool,
}

/// What the network calls a subscription.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SubscriptionName {
    /// Its name: who knows it can end the subscription.
    pub name: String,
}

/// Which subscription.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct UnsubscribeForm {
    /// What the network calls it.
    pub name: String,
}

/// A subscription's request, with what its head tells.
struct Asked {
    spec: Arc<BlockSpec>,
    push: SitePush,
    caller: Caller,
    language: Language,
}

fn check_offset(errors: &mut FieldErrors, utc_offset: i32) {
    if !UTC_OFFSET_RANGE.contains(&utc_offset) {
        let (least, most) = (UTC_OFFSET_RANGE.start(), UTC_OFFSET_RANGE.end());
        errors.add("utc_offset", format!("must be {least} to {most} minutes"));
    }
}

/// The push block of a number, for a page of its site: what a browser says of its page, not the page itself.
fn block_for(app: &Api, id: i64, headers: &HeaderMap) -> Result<(Arc<BlockSpec>, SitePush), Problem> {
    let snapshot = app.engine.snapshot();
    let spec = snapshot.block(BlockId(id)).cloned();
    let found = spec.and_then(|spec| settings_of(&spec).map(|push| (spec, push)));
    let (spec, push) = found.ok_or_else(|| Problem::field("block", "is no push block that asks for subscriptions"))?;
    let origin = headers.get(ORIGIN).and_then(|origin| origin.to_str().ok()).unwrap_or_default();
    if !is_host_of(&page_host(origin), &spec.domain) {
        return Err(Problem::Forbidden(
            format!("a subscription for {} comes from its own pages alone", spec.domain).into(),
        ));
    }
    Ok((spec, push))
}

async fn read_parts<T: serde::de::DeserializeOwned>(
    app: &ApiState,
    request: Request,
) -> Result<(request::Parts, T), Problem> {
    let (mut parts, body) = request.into_parts();
    let ClientAddress(address) = ClientAddress::from_request_parts(&mut parts, app).await?;
    app.auth.calls.push_subscription(address, app.clock.now())?;
    let request = Request::from_parts(parts.clone(), body);
    let bytes: Bytes = body_bytes(request, app).await?;
    Ok((parts, read_page_json(&bytes)?))
}

/// Takes a push subscription of a visitor's browser, new or changed. The same endpoint is the same subscription. The body is JSON, sent
/// as `text/plain`, from a page or a worker of the site.
#[utoipa::path(post, path = "/api/push/subscriptions", tag = "delivery", security(()),
    request_body(content = SubscribeForm, content_type = "text/plain"),
    responses((status = 200, body = SubscriptionName)))]
pub async fn create_push_subscription(
    State(app): State<ApiState>,
    request: Request,
) -> Result<Json<SubscriptionName>, Problem> {
    let now = app.clock.now();
    let (parts, form): (_, SubscribeForm) = read_parts(&app, request).await?;
    let caller = Caller::of(&app, &parts, now);
    let mut errors = FieldErrors::default();
    let target = read_target(&app, &form.subscription, &mut errors);
    check_offset(&mut errors, form.utc_offset);
    errors.finish()?;
    let (spec, push) = block_for(&app, form.block, &parts.headers)?;
    if caller.agent.is_bot {
        return Err(Problem::Forbidden("programs get no notifications".into()));
    }
    let language = parts.headers.get(ACCEPT_LANGUAGE).and_then(|told| told.to_str().ok()).and_then(Language::parse);
    let asked = Asked { spec, push, caller, language: language.unwrap_or_default() };
    let target = target.ok_or_else(|| Problem::Malformed("a subscription has an endpoint and keys".to_owned()))?;
    let target = target.seal(&app)?;
    // A site's own limit is one of new subscriptions: whoever sends the same again and again shuts nobody out.
    let site = asked.spec.dims.site;
    if let Err(refused) = app.auth.calls.push_subscription_of(site, now) {
        let hash = target.endpoint_hash.clone();
        let read = async move |conn: &Conn| push_subscriptions::by_endpoint(conn, &hash).await;
        let known = app.store.read("get_push_subscription", read).await?;
        if known.is_none_or(|known| known.status != SubscriptionStatus::Active) {
            return Err(refused);
        }
        return named(put(&app, form, asked, target, now).await);
    }
    let found = put(&app, form, asked, target, now).await;
    if !matches!(found, Ok((_, Came::New))) {
        app.auth.calls.no_new_push_subscription_of(site);
    }
    named(found)
}

fn named(found: Result<(Subscription, Came), Problem>) -> Result<Json<SubscriptionName>, Problem> {
    Ok(Json(SubscriptionName { name: found?.0.uuid }))
}

/// A name that nobody guesses.
pub(crate) fn new_name(app: &Api) -> String {
    URL_SAFE_NO_PAD.encode(app.rng.bytes::<NAME_BYTES>())
}

async fn put(
    app: &Api,
    form: SubscribeForm,
    asked: Asked,
    target: push_subscriptions::Target,
    now: UnixMs,
) -> Result<(Subscription, Came), Problem> {
    let Asked { spec, push, caller, language } = asked;
    let own = FIRST_MS + (app.rng.next_u64() % FIRST_SPREAD_MS) as i64;
    // Whoever tries the demonstration network sees at once what comes of it.
    let first = if app.config.demo { now } else { now.plus_ms(own) };
    let new = NewSubscription {
        uuid: new_name(app),
        site: spec.dims.site,
        block: spec.dims.block,
        webmaster: spec.dims.webmaster,
        vapid_key: 0,
        target,
        subscriber: Subscriber {
            place: caller.place,
            asn: caller.asn,
            device_type: caller.agent.device_type,
            os: caller.agent.os,
            browser: caller.agent.browser,
            language,
            utc_offset_min: form.utc_offset,
        },
        is_imported: false,
        created_at: now,
        next_send_at: push.awake_from(first, form.utc_offset),
    };
    let key = form.key.as_deref().map(vapid::read_public_key);
    if key == Some(None) {
        return Err(Problem::field("key", "is no public key"));
    }
    let previous_hash = match form.previous_endpoint.as_deref() {
        // What is no endpoint names no subscription, and the new one is as good without.
        Some(endpoint) => read_endpoint(app, endpoint).ok().map(|read| read.hash),
        None => form.previous_hash.clone().filter(|hash| endpoint::is_hash(hash)),
    };
    let previous_name = form.previous_name.clone().filter(|name| name.len() <= NAME_CHARS_MAX);
    let work = async move |tx: &Tx| {
        let found = match &key {
            Some(Some(public)) => vapid_keys::of_site(tx, public, new.site).await?,
            _ => vapid_keys::newest(tx).await?,
        };
        let found = found.ok_or_else(|| placard_store::Error::Invalid {
            field: "key",
            message: "is none of the keys that subscriptions of this site are made with".to_owned(),
        })?;
        let previous = match (&previous_name, &previous_hash) {
            (Some(name), _) => push_subscriptions::by_uuid(tx, name).await?,
            (None, Some(hash)) => push_subscriptions::by_endpoint(tx, hash).await?,
            (None, None) => None,
        };
        let known = push_subscriptions::by_endpoint(tx, &new.target.endpoint_hash).await?;
        let is_ended = |one: &Subscription| one.status == SubscriptionStatus::Unsubscribed;
        if !form.asked && (known.as_ref().is_some_and(is_ended) || previous.as_ref().is_some_and(is_ended)) {
            return Err(placard_store::Error::Conflict("the subscription was ended by its owner".to_owned()));
        }
        let new = NewSubscription { vapid_key: found.id, ..new.clone() };
        push_subscriptions::put(tx, &new, previous.map(|one| one.id)).await
    };
    Ok(app.store.write("put_push_subscription", Priority::Api, work).await?)
}

/// Ends a push subscription: who knows its name is its browser. One that has ended, or is not known, is ended all the same. The body is
/// JSON, sent as `text/plain`.
#[utoipa::path(post, path = "/api/push/subscriptions/unsubscribe", tag = "delivery", security(()),
    request_body(content = UnsubscribeForm, content_type = "text/plain"), responses((status = 204)))]
pub async fn end_push_subscription(State(app): State<ApiState>, request: Request) -> Result<StatusCode, Problem> {
    let (_, form): (_, UnsubscribeForm) = read_parts(&app, request).await?;
    end(&app, form.name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends the active subscription of a name; whose it was, if it is known.
pub(crate) async fn end(app: &Api, name: String) -> Result<Option<Subscription>, Problem> {
    if name.len() > NAME_CHARS_MAX {
        return Ok(None);
    }
    let work = async move |tx: &Tx| {
        let Some(known) = push_subscriptions::by_uuid(tx, &name).await? else { return Ok(None) };
        push_subscriptions::end(tx, known.id, SubscriptionStatus::Unsubscribed).await
    };
    Ok(app.store.write("end_push_subscription", Priority::Api, work).await?)
}

/// The subscription of a name.
pub(crate) async fn find(app: &Api, name: &str) -> Result<Option<Subscription>, Problem> {
    if name.len() > NAME_CHARS_MAX {
        return Ok(None);
    }
    let name = name.to_owned();
    let read = async move |conn: &Conn| push_subscriptions::by_uuid(conn, &name).await;
    Ok(app.store.read("get_push_subscription", read).await?)
}
