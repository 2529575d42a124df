//! Copies of groups and ads, and what can be copied from.

use crate::advertiser::ad_groups::{self, GroupResource};
use crate::advertiser::ads::{self as ad_calls, AdResource};
use crate::advertiser::campaign_actions::{CopyQuery, copy_name};
use crate::auth::Advertiser;
use crate::extract::{Json, Path, Qs};
use crate::list::{Data, List, data};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::Problem;
use placard_model::{AdId, CampaignId, GroupId, validate};
use placard_store::advertising::{ads, campaigns, copy, groups};
use placard_store::{Priority, audit_log};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a copy of a group is to be.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CopyGroupForm {
    /// The copy's name; the original's with "(copy)" when omitted.
    pub name: Option<String>,
    /// The campaign that it is made in; the original's when omitted.
    pub campaign_id: Option<i64>,
}

/// Copies a group with its ads, into the same campaign or another. The copy is stopped, its ads wait for moderation.
#[utoipa::path(post, path = "/api/advertiser/ad_groups/{id}/copy", tag = "advertiser", params(("id" = i64, Path)),
    request_body = CopyGroupForm, responses((status = 201, body = Data<GroupResource>)))]
pub async fn copy_ad_group(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
    Json(form): Json<CopyGroupForm>,
) -> Result<(StatusCode, Json<Data<GroupResource>>), Problem> {
    let id = GroupId(id);
    let name = match &form.name {
        Some(name) => Some(validate::name(name).map_err(|message| Problem::field("name", message))?.to_owned()),
        None => None,
    };
    let (scope, actor, trusted) = (advertiser.scope(), advertiser.actor(), advertiser.user.is_trusted);
    let resource = app
        .store
        .write("copy_ad_group", Priority::Api, async move |tx| {
            let original = groups::get(tx, scope, id).await?;
            let name = name.clone().unwrap_or_else(|| copy_name(&original.settings.name));
            let campaign = form.campaign_id.map_or(original.campaign, CampaignId);
            let copy = copy::copy_group(tx, scope, id, campaign, &name, trusted).await?;
            let after = ad_groups::load(tx, scope, copy).await?;
            audit_log::record_edit(tx, &actor, "copy_ad_group", "ad_group", copy, None::<&()>, Some(&after)).await?;
            Ok(after)
        })
        .await?;
    Ok((StatusCode::CREATED, data(resource)))
}

/// What a copy of an ad is to be.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CopyAdForm {
    /// The group that it is made in; the original's when omitted.
    pub group_id: Option<i64>,
}

/// Copies an ad, into the same group or another. The copy waits for moderation, or is stopped where its owner is trusted.
#[utoipa::path(post, path = "/api/advertiser/ads/universal/{id}/copy", tag = "advertiser", params(("id" = i64, Path)),
    request_body = CopyAdForm, responses((status = 201, body = Data<AdResource>)))]
pub async fn copy_ad(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
    Json(form): Json<CopyAdForm>,
) -> Result<(StatusCode, Json<Data<AdResource>>), Problem> {
    let id = AdId(id);
    let (scope, actor, trusted) = (advertiser.scope(), advertiser.actor(), advertiser.user.is_trusted);
    let resource = app
        .store
        .write("copy_ad", Priority::Api, async move |tx| {
            let original = ads::get(tx, scope, id).await?;
            let copy = copy::copy_ad(tx, scope, id, form.group_id.map_or(original.group, GroupId), trusted).await?;
            let after = ad_calls::load(tx, scope, copy).await?;
            audit_log::record_edit(tx, &actor, "copy_ad", "ad", copy, None::<&()>, Some(&after.kept())).await?;
            Ok(after)
        })
        .await?;
    Ok((StatusCode::CREATED, data(resource)))
}

/// A group to copy from.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GroupName {
    /// The group.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Its campaign.
    pub campaign_id: i64,
}

/// Groups of all campaigns to copy from, newest first.
#[utoipa::path(get, path = "/api/advertiser/ad_groups/list_for_copy", tag = "advertiser", params(CopyQuery),
    responses((status = 200, body = List<GroupName>)))]
pub async fn list_ad_groups_for_copy(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Qs(query): Qs<CopyQuery>,
) -> Result<Json<List<GroupName>>, Problem> {
    let (page, phrase) = query.read()?;
    let scope = advertiser.scope();
    let (names, total) = app
        .store
        .read("list_ad_groups_for_copy", async move |conn| {
            groups::names(conn, scope, &phrase, page.rows, page.offset()).await
        })
        .await?;
    let row =
        |(id, campaign, name): (GroupId, CampaignId, String)| GroupName { id: id.0, name, campaign_id: campaign.0 };
    let data = names.into_iter().map(row).collect();
    Ok(Json(List { data, pagination: page.pagination(total), total_statistic: None, counts_by_status: None }))
}

/// An ad to copy from.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AdTitle {
    /// The ad.
    pub id: i64,
    /// Its title.
    pub name: String,
}

/// Ads of all groups to copy from, newest first.
#[utoipa::path(get, path = "/api/advertiser/ads/list_for_copy", tag = "advertiser", params(CopyQuery),
    responses((status = 200, body = List<AdTitle>)))]
pub async fn list_ads_for_copy(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Qs(query): Qs<CopyQuery>,
) -> Result<Json<List<AdTitle>>, Problem> {
    let (page, phrase) = query.read()?;
    let scope = advertiser.scope();
    let (titles, total) = app
        .store
        .read("list_ads_for_copy", async move |conn| ads::titles(conn, scope, &phrase, page.rows, page.offset()).await)
        .await?;
    let data = titles.into_iter().map(|(id, name)| AdTitle { id: id.0, name }).collect();
    Ok(Json(List { data, pagination: page.pagination(total), total_statistic: None, counts_by_status: None }))
}

/// A label of campaigns.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CampaignMark {
    /// The label.
    pub name: String,
    /// Campaigns that have it and are not archived.
    pub campaign_count: u64,
}

/// The labels of the caller's campaigns, the most used first; at most 500.
#[utoipa::path(get, path = "/api/advertiser/campaigns/marks", tag = "advertiser",
    responses((status = 200, body = Data<Vec<CampaignMark>>)))]
pub async fn list_campaign_marks(
    State(app): State<ApiState>,
    advertiser: Advertiser,
) -> Result<Json<Data<Vec<CampaignMark>>>, Problem> {
    let scope = advertiser.scope();
    let found = app.store.read("list_campaign_marks", async move |conn| campaigns::marks(conn, scope).await).await?;
    Ok(data(found.into_iter().map(|(name, campaign_count)| CampaignMark { name, campaign_count }).collect()))
}
