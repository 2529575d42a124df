//! Making and changing a push ad.

use super::ad_form::{PushAdForm, PushAdParts, read_form};
use super::ads::{PushAdResource, load};
use super::names::{new_uuid, of_field, of_path};
use crate::advertiser::ads::ad_edit::{FORM_PATIENCE, busy};
use crate::auth::Advertiser;
use crate::dictionaries::words::PushUuid;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::media::forms::{self, FormPicture};
use crate::media::{Place, Shape};
use crate::state::{Api, ApiState};
use axum::extract::{FromRequest, Multipart, Request, State};
use axum::http::StatusCode;
use placard_common::error::Problem;
use placard_model::bid::lowest_push_bid;
use placard_model::status::{CampaignStatus, Review, StopReason};
use placard_model::targeting::geo::CountryCode;
use placard_model::{CampaignId, Money, UserId};
use placard_store::accounts::audit_log;
use placard_store::advertising::ads::{self, AdSettings, Entry};
use placard_store::advertising::campaigns::{self, Campaign};
use placard_store::advertising::drafts;
use placard_store::advertising::pictures::{self, NewPicture};
use placard_store::advertising::push;
use placard_store::{Conn, Priority, Scope};
use std::sync::Arc;

/// The lowest bid for ads of a push campaign: the highest of the countries that it is for.
pub(crate) fn lowest_bid(conn: &Conn, campaign: &Campaign) -> Money {
    let geo = &campaign.settings.targeting.geo;
    let places = geo.regions.iter().chain(&geo.cities).map(|(country, _)| *country);
    let shown_in: Vec<CountryCode> = geo.countries.iter().copied().chain(places).collect();
    let minimums = conn.settings().bids.country_minimums();
    let counts = |country: &CountryCode| shown_in.is_empty() || shown_in.contains(country);
    lowest_push_bid(minimums.iter().filter(|(country, _)| counts(country)).map(|(_, amount)| *amount).max())
}

/// The lowest bid for ads of a campaign in scope.
pub(crate) async fn lowest_bid_of(conn: &Conn, scope: Scope, campaign: CampaignId) -> placard_store::Result<Money> {
    Ok(lowest_bid(conn, &campaigns::get(conn, scope, campaign).await?))
}

/// Takes a place for the form before any of it is read, and reads it.
async fn read_multipart(request: Request, app: &ApiState, user: UserId) -> Result<PushAdParts, Problem> {
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

async fn make_pictures(
    app: &Api,
    parts: &mut PushAdParts,
    settings: &mut AdSettings,
) -> Result<Vec<NewPicture>, Problem> {
    let icon = FormPicture {
        field: "icon",
        crop_field: "crop_icon",
        shape: Shape::Icon,
        upload: parts.icon.take(),
        crop: parts.crop_icon,
    };
    let image = FormPicture {
        field: "image",
        crop_field: "crop_image",
        shape: Shape::Wide,
        upload: parts.image.take(),
        crop: parts.crop_image,
    };
    forms::make_pictures(app, settings, icon, image).await
}

/// Makes a push ad. It waits for a moderator, unless its owner is trusted, and runs as soon as it is approved. A draft waits
/// for its owner to send it.
#[utoipa::path(post, path = "/api-push-proxy/ads", tag = "push",
    request_body(content = PushAdForm, content_type = "multipart/form-data"),
    responses((status = 201, body = Data<PushAdResource>)))]
pub async fn create_push_ad(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    request: Request,
) -> Result<(StatusCode, Json<Data<PushAdResource>>), Problem> {
    let (scope, actor, user) = (advertiser.scope(), advertiser.actor(), advertiser.user.clone());
    let mut parts = read_multipart(request, &app, user.id).await?;
    let campaign = parts.campaign_uuid.as_deref().ok_or_else(|| Problem::field("campaign_uuid", "is required"))?;
    let campaign = of_field("campaign_uuid", campaign)?;
    let copied = parts.copy_of.as_deref().map(|text| of_field("copy_of", text)).transpose()?;
    let (campaign, lowest, copied) = app
        .store
        .read("create_push_ad", async move |conn| {
            let id = push::campaign_of(conn, scope, campaign).await?;
            let copied = match copied {
                Some(uuid) => Some(push::get_ad_to_copy(conn, scope, uuid).await?),
                None => None,
            };
            Ok((id, lowest_bid_of(conn, scope, id).await?, copied))
        })
        .await?;
    let copied = copied.as_ref().map(|ad| &ad.settings);
    let bounds = [lowest, app.settings.get().push_campaigns.high_bid];
    let mut settings = parts.settings(None, copied, bounds, user.has_extended_permissions())?;
    let new_pictures = make_pictures(&app, &mut parts, &mut settings).await?;
    let (uuid, is_stopped) = (new_uuid(&app), parts.status == Some(CampaignStatus::Stopped));
    let entry = Entry::of(user.is_trusted, parts.is_draft == Some(true));
    let resource = app
        .store
        .write("create_push_ad", Priority::Api, async move |tx| {
            for new in &new_pictures {
                pictures::add(tx, new).await?;
            }
            let id = push::create_ad(tx, scope, campaign, &settings, uuid, entry).await?;
            if is_stopped {
                push::set_ads_wanted(tx, scope, &[id], false, StopReason::ByHand).await?;
            }
            let after = load(tx, scope, id).await?;
            audit_log::record_edit(tx, &actor, "create_push_ad", "ad", id, None::<&()>, Some(&after.kept())).await?;
            Ok(after)
        })
        .await?;
    Ok((StatusCode::CREATED, data(resource)))
}

/// Replaces the settings of a push ad. An approved one whose text, picture, link or button changes is moderated again, unless
/// its owner is trusted.
#[utoipa::path(put, path = "/api-push-proxy/ads/{uuid}", tag = "push", params(("uuid" = inline(PushUuid), Path)),
    request_body(content = PushAdForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Data<PushAdResource>)))]
pub async fn update_push_ad(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(uuid): Path<String>,
    request: Request,
) -> Result<Json<Data<PushAdResource>>, Problem> {
    let (scope, actor, user) = (advertiser.scope(), advertiser.actor(), advertiser.user.clone());
    let uuid = of_path(&uuid)?;
    // Whose it is comes before the upload.
    let (stored, campaign, lowest) = app
        .store
        .read("update_push_ad", async move |conn| {
            let stored = push::get_ad(conn, scope, uuid).await?;
            let campaign = campaigns::get(conn, scope, stored.campaign).await?;
            let lowest = lowest_bid(conn, &campaign);
            Ok((stored, campaign, lowest))
        })
        .await?;
    let mut parts = read_multipart(request, &app, user.id).await?;
    if parts.campaign_uuid.is_some() && parts.campaign_uuid != campaign.uuid {
        return Err(Problem::field("campaign_uuid", "is another campaign than the ad's: copy it there instead"));
    }
    if parts.copy_of.is_some() {
        return Err(Problem::field("copy_of", "is for a new ad"));
    }
    let bounds = [lowest, app.settings.get().push_campaigns.high_bid];
    let mut settings = parts.settings(Some(&stored.settings), None, bounds, user.has_extended_permissions())?;
    let new_pictures = make_pictures(&app, &mut parts, &mut settings).await?;
    // What is omitted stays as it was read, so that a change in between is a stale edit.
    let version = parts.version.or(Some(stored.version));
    let (id, is_draft) = (stored.id, parts.is_draft);
    let (resource, is_approved) = app
        .store
        .write("update_push_ad", Priority::Api, async move |tx| {
            for new in &new_pictures {
                pictures::add(tx, new).await?;
            }
            let before = load(tx, scope, id).await?;
            if is_draft == Some(true) {
                drafts::check_kept(tx, scope, &ads::any(tx, scope, id).await?).await?;
            }
            ads::update(tx, scope, id, &settings, version, user.is_trusted).await?;
            if is_draft == Some(false) {
                drafts::send_as_new(tx, scope, &ads::any(tx, scope, id).await?).await?;
            }
            let after = load(tx, scope, id).await?;
            let (was, is) = (before.kept(), after.kept());
            audit_log::record_edit(tx, &actor, "update_push_ad", "ad", id, Some(&was), Some(&is)).await?;
            let ad = ads::any(tx, scope, id).await?;
            Ok((after, ad.state.review == Review::Approved))
        })
        .await?;
    if !is_approved {
        app.engine.live().set_ad_wanted(id, false);
    }
    Ok(data(resource))
}
