//! Making and changing an ad.

use crate::advertiser::ads::ad_form::{AdForm, AdParts, read_form};
use crate::advertiser::ads::{AdResource, load};
use crate::advertiser::bids::bid_limits::bid_limits;
use crate::auth::Advertiser;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::media::forms::{self, FormPicture};
use crate::media::{MediaError, Place, Shape};
use crate::state::{Api, ApiState};
use axum::extract::{FromRequest, Multipart, Request, State};
use axum::http::StatusCode;
use placard_common::error::Problem;
use placard_model::bid::auto_bid::AutoBidSettings;
use placard_model::format::FormatMask;
use placard_model::{AdId, GroupId, UserId};
use placard_store::accounts::audit_log;
use placard_store::advertising::ads::{self, AdSettings, Entry};
use placard_store::advertising::auto_bids;
use placard_store::advertising::drafts;
use placard_store::advertising::pictures::{self, NewPicture};
use placard_store::{Priority, Scope, Tx};
use std::sync::Arc;
use std::time::Duration;

/// Seconds after which somebody who was sent away for too many uploads may try again.
const BUSY_RETRY_S: u32 = 5;
/// How long a form may take to arrive: 21 MB at 175 kB/s. It holds one of few places meanwhile.
pub(crate) const FORM_PATIENCE: Duration = Duration::from_mins(2);

/// Takes a place for the form before any of it is read, and reads it.
pub(crate) async fn read_multipart(request: Request, app: &ApiState, user: UserId) -> Result<AdParts, Problem> {
    let form = Multipart::from_request(request, app)
        .await
        .map_err(|_| Problem::UnsupportedMediaType("multipart/form-data"))?;
    let place: Arc<Place> =
        app.media.place(user, app.clock.now().day(), app.settings.get().quotas.uploads_per_day).map_err(busy)?;
    tokio::time::timeout(FORM_PATIENCE, read_form(form, &app.media, &place)).await.map_err(|_| {
        let seconds = FORM_PATIENCE.as_secs();
        Problem::Malformed(format!("the form did not arrive within {seconds} seconds; send smaller pictures"))
    })?
}

/// What is said to somebody for whose form there is no place.
pub(crate) fn busy(error: MediaError) -> Problem {
    match error {
        MediaError::TooManyOfOne => Problem::TooManyRequests(BUSY_RETRY_S),
        MediaError::QuotaUsed(quota) => Problem::Conflict(format!(
            "An account may send {quota} forms with pictures a day (quota `uploads_per_day`), and this one has. Go on tomorrow."
        )),
        _ => Problem::Unavailable(BUSY_RETRY_S),
    }
}

/// Looks for the pictures that a form names instead of sending them.
async fn find_pictures(app: &Api, parts: &mut AdParts) -> Result<(), Problem> {
    let names = parts.picture_names();
    if names.is_empty() {
        return Ok(());
    }
    let found = app.store.read("find_pictures", async move |conn| pictures::by_names(conn, &names).await).await?;
    parts.take_pictures(&found);
    Ok(())
}

async fn make_pictures(app: &Api, parts: &mut AdParts, settings: &mut AdSettings) -> Result<Vec<NewPicture>, Problem> {
    let square = FormPicture {
        field: "media_content_file_square",
        crop_field: "crop_square",
        shape: Shape::Square,
        upload: parts.square.take(),
        crop: parts.crop_square,
    };
    let horizontal = FormPicture {
        field: "media_content_file_horizontal",
        crop_field: "crop_horizontal",
        shape: Shape::Horizontal,
        upload: parts.horizontal.take(),
        crop: parts.crop_horizontal,
    };
    forms::make_pictures(app, settings, square, horizontal).await
}

/// Stores what the bid follows, where that differs.
async fn set_auto(tx: &Tx, scope: Scope, id: AdId, auto: &AutoBidSettings) -> placard_store::Result<()> {
    let ad = ads::get(tx, scope, id).await?;
    auto_bids::set(tx, &ad, auto).await
}

pub(crate) async fn create(
    app: ApiState,
    advertiser: Advertiser,
    group: i64,
    request: Request,
    formats: Option<FormatMask>,
) -> Result<(StatusCode, Json<Data<AdResource>>), Problem> {
    let (scope, actor, group) = (advertiser.scope(), advertiser.actor(), GroupId(group));
    let user = advertiser.user.clone();
    // Whose it is comes before the upload.
    let owner = user.clone();
    let limits = app.store.read("create_ad", async move |conn| bid_limits(conn, scope, &owner, group).await).await?;
    let mut parts = read_multipart(request, &app, user.id).await?;
    if let Some(formats) = formats {
        parts.default_formats(formats);
    }
    find_pictures(&app, &mut parts).await?;
    let auto = parts.auto(None, &limits);
    let mut settings = parts.settings(None, &limits, user.has_extended_permissions())?;
    let new_pictures = make_pictures(&app, &mut parts, &mut settings).await?;
    let entry = Entry::of(user.is_trusted, parts.is_draft == Some(true));
    let resource = app
        .store
        .write("create_ad", Priority::Api, async move |tx| {
            for new in &new_pictures {
                pictures::add(tx, new).await?;
            }
            let id = ads::create(tx, scope, group, &settings, entry).await?;
            set_auto(tx, scope, id, &auto).await?;
            let after = load(tx, scope, id).await?;
            audit_log::record_edit(tx, &actor, "create_ad", "ad", id, None::<&()>, Some(&after.kept())).await?;
            Ok(after)
        })
        .await?;
    Ok((StatusCode::CREATED, data(resource)))
}

pub(crate) async fn update(
    app: ApiState,
    advertiser: Advertiser,
    id: i64,
    request: Request,
    formats: Option<FormatMask>,
) -> Result<Json<Data<AdResource>>, Problem> {
    let (scope, actor, id) = (advertiser.scope(), advertiser.actor(), AdId(id));
    let user = advertiser.user.clone();
    let owner = user.clone();
    let (stored, limits) = app
        .store
        .read("update_ad", async move |conn| {
            let stored = ads::get(conn, scope, id).await?;
            let limits = bid_limits(conn, scope, &owner, stored.group).await?;
            Ok((stored, limits))
        })
        .await?;
    let mut parts = read_multipart(request, &app, user.id).await?;
    if let Some(formats) = formats {
        parts.default_formats(formats);
    }
    find_pictures(&app, &mut parts).await?;
    let auto = parts.auto(Some(&stored), &limits);
    let mut settings = parts.settings(Some(&stored.settings), &limits, user.has_extended_permissions())?;
    let new_pictures = make_pictures(&app, &mut parts, &mut settings).await?;
    // Pictures and bids that are omitted stay as they were read, so that a change in between is a stale edit.
    let version = parts.version.or(Some(stored.version));
    let (trusted, is_draft) = (user.is_trusted, parts.is_draft);
    let resource = app
        .store
        .write("update_ad", Priority::Api, async move |tx| {
            for new in &new_pictures {
                pictures::add(tx, new).await?;
            }
            let before = load(tx, scope, id).await?;
            if is_draft == Some(true) {
                drafts::check_kept(tx, scope, &ads::get(tx, scope, id).await?).await?;
            }
            ads::update(tx, scope, id, &settings, version, trusted).await?;
            set_auto(tx, scope, id, &auto).await?;
            if is_draft == Some(false) {
                drafts::send_as_new(tx, scope, &ads::any(tx, scope, id).await?).await?;
            }
            let after = load(tx, scope, id).await?;
            audit_log::record_edit(tx, &actor, "update_ad", "ad", id, Some(&before.kept()), Some(&after.kept()))
                .await?;
            Ok(after)
        })
        .await?;
    if resource.status_id == placard_model::status::AdStatus::Waiting.id() {
        app.engine.live().set_ad_wanted(id, false);
    }
    Ok(data(resource))
}

/// Makes an ad. It waits for a moderator, unless its owner is trusted or keeps it as a draft.
#[utoipa::path(post, path = "/api/advertiser/ad_groups/{group_id}/ads/universal", tag = "advertiser",
    params(("group_id" = i64, Path)), request_body(content = AdForm, content_type = "multipart/form-data"),
    responses((status = 201, body = Data<AdResource>)))]
pub async fn create_ad(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(group): Path<i64>,
    request: Request,
) -> Result<(StatusCode, Json<Data<AdResource>>), Problem> {
    create(app, advertiser, group, request, None).await
}

/// Replaces the settings of an ad. An approved one whose text, picture or link changes is moderated again, unless its
/// owner is trusted.
#[utoipa::path(put, path = "/api/advertiser/ads/universal/{id}", tag = "advertiser", params(("id" = i64, Path)),
    request_body(content = AdForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Data<AdResource>)))]
pub async fn update_ad(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
    request: Request,
) -> Result<Json<Data<AdResource>>, Problem> {
    update(app, advertiser, id, request, None).await
}
