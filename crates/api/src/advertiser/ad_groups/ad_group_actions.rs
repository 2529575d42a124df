//! What is done with an ad group beside editing: delete, start, stop, archive, its geo.

use crate::advertiser::ad_groups::{GroupResource, load};
use crate::advertiser::start_stop::{self, Runnable};
use crate::auth::Advertiser;
use crate::extract::{Json, Path};
use crate::list::{Data, Started, data};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::Problem;
use placard_model::GroupId;
use placard_model::targeting::countries::country_name;
use placard_store::Priority;
use placard_store::accounts::audit_log;
use placard_store::advertising::{campaigns, groups};
use serde::Serialize;
use utoipa::ToSchema;

/// Deletes a group with its ads. Statistics keep the names.
#[utoipa::path(delete, path = "/api/advertiser/ad_groups/{id}", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 204)))]
pub async fn delete_ad_group(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<StatusCode, Problem> {
    let (scope, actor, id) = (advertiser.scope(), advertiser.actor(), GroupId(id));
    app.store
        .write("delete_ad_group", Priority::Api, async move |tx| {
            let before = load(tx, scope, id).await?;
            groups::delete(tx, scope, id).await?;
            audit_log::record_edit(tx, &actor, "delete_ad_group", "ad_group", id, Some(&before), None::<&()>).await
        })
        .await?;
    app.engine.live().set_group_wanted(id, false);
    Ok(StatusCode::NO_CONTENT)
}

/// Starts a group.
#[utoipa::path(put, path = "/api/advertiser/ad_groups/{id}/start", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Started)))]
pub async fn start_ad_group(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Started>, Problem> {
    start_stop::set_wanted(app, advertiser, Runnable::Group(GroupId(id)), true).await
}

/// Stops a group.
#[utoipa::path(put, path = "/api/advertiser/ad_groups/{id}/stop", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Started)))]
pub async fn stop_ad_group(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Started>, Problem> {
    start_stop::set_wanted(app, advertiser, Runnable::Group(GroupId(id)), false).await
}

/// Archives a group.
#[utoipa::path(put, path = "/api/advertiser/ad_groups/{id}/archive", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Data<GroupResource>)))]
pub async fn archive_ad_group(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<GroupResource>>, Problem> {
    start_stop::set_archived(&app, &advertiser, Runnable::Group(GroupId(id)), true).await?;
    crate::advertiser::ad_groups::get_ad_group(State(app), advertiser, Path(id)).await
}

/// Makes an archived group stopped.
#[utoipa::path(put, path = "/api/advertiser/ad_groups/{id}/unarchive", tag = "advertiser",
    params(("id" = i64, Path)), responses((status = 200, body = Data<GroupResource>)))]
pub async fn unarchive_ad_group(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<GroupResource>>, Problem> {
    start_stop::set_archived(&app, &advertiser, Runnable::Group(GroupId(id)), false).await?;
    crate::advertiser::ad_groups::get_ad_group(State(app), advertiser, Path(id)).await
}

/// A country that a group's ads can be shown in.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GroupCountry {
    /// Two letters.
    pub code: String,
    /// The name that people read.
    pub name: String,
}

/// The countries that a group's ads can be shown in, for bids by country: those of the group, else of its campaign;
/// none when the targeting names none, which is everywhere.
#[utoipa::path(get, path = "/api/advertiser/ad_groups/{id}/geo", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Data<Vec<GroupCountry>>)))]
pub async fn get_ad_group_geo(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<Vec<GroupCountry>>>, Problem> {
    let scope = advertiser.scope();
    let (group, campaign) = app
        .store
        .read("get_ad_group_geo", async move |conn| {
            let group = groups::get(conn, scope, GroupId(id)).await?;
            let campaign = campaigns::get(conn, scope, group.campaign).await?;
            Ok((group, campaign))
        })
        .await?;
    let (own, above) = (&group.settings.targeting.geo, &campaign.settings.targeting.geo);
    let geo = if own.is_everywhere() { above } else { own };
    let places = geo.regions.iter().chain(&geo.cities).map(|(country, _)| *country);
    let mut codes: Vec<_> = geo.countries.iter().copied().chain(places).collect();
    codes.sort_unstable();
    codes.dedup();
    Ok(data(codes.into_iter().map(|code| GroupCountry { code: code.to_string(), name: country_name(code) }).collect()))
}
