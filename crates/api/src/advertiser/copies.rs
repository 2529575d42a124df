//! Copies of groups and ads, and what can be copied from.

use crate::advertiser::ad_groups::{self, GroupResource};
use crate::advertiser::ads::{self as ad_calls, AdResource};
use crate::advertiser::bids::bid_limits::{BidLimits, bid_limits};
use crate::advertiser::campaigns::campaign_actions::{CopyQuery, copy_name};
use crate::auth::Advertiser;
use crate::extract::{Json, Path, Qs};
use crate::list::{Data, List, data};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::Problem;
use placard_model::bid::auto_bid::AutoBid;
use placard_model::{AdId, CampaignId, GroupId, validate};
use placard_store::accounts::audit_log;
use placard_store::advertising::ads::Ad;
use placard_store::advertising::{ads, campaigns, copy, groups};
use placard_store::names::{self, Named};
use placard_store::{Error, Priority};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use utoipa::ToSchema;

/// Refuses an ad whose bid is under the lowest allowed one of where it is copied to.
fn check_bid(limits: &BidLimits, ad: &Ad) -> placard_store::Result<()> {
    let refused =
        |why: String| Error::Conflict(format!("the bid of \"{}\" does not do there: it {why}", ad.settings.title));
    limits.check(&ad.settings.bid).map_err(|(_, why)| refused(why))?;
    let least = match ad.auto.follows() {
        Some(AutoBid::Earnings { max, .. }) => max,
        Some(AutoBid::LeadCost { floor, .. }) => floor,
        None => return Ok(()),
    };
    let lowest = limits.elsewhere(&[]);
    if least < lowest { Err(refused(format!("must be at least {lowest}"))) } else { Ok(()) }
}

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
    let (scope, actor, user) = (advertiser.scope(), advertiser.actor(), advertiser.user.clone());
    let resource = app
        .store
        .write("copy_ad_group", Priority::Api, async move |tx| {
            let original = groups::get(tx, scope, id).await?;
            let name = name.clone().unwrap_or_else(|| copy_name(&original.settings.name));
            let campaign = form.campaign_id.map_or(original.campaign, CampaignId);
            let copy = copy::copy_group(tx, scope, id, campaign, &name, user.is_trusted).await?;
            // Where it stood the bids were taken before; elsewhere other countries may be reached.
            if campaign != original.campaign {
                let limits = bid_limits(tx, scope, &user, copy).await?;
                for ad in copy::of_group(tx, copy).await? {
                    check_bid(&limits, &ad)?;
                }
            }
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
    let (scope, actor, user) = (advertiser.scope(), advertiser.actor(), advertiser.user.clone());
    let resource = app
        .store
        .write("copy_ad", Priority::Api, async move |tx| {
            let original = ads::get(tx, scope, id).await?;
            let group = form.group_id.map_or(original.group, GroupId);
            if group != original.group {
                check_bid(&bid_limits(tx, scope, &user, group).await?, &original)?;
            }
            let copy = copy::copy_ad(tx, scope, id, group, user.is_trusted).await?;
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
    /// The campaign's name.
    pub campaign_name: String,
}

/// Groups of all campaigns to copy from, newest first.
#[utoipa::path(get, path = "/api/advertiser/ad_groups/list_for_copy", tag = "advertiser", params(CopyQuery),
    responses((status = 200, body = List<GroupName>)))]
pub async fn list_ad_groups_for_copy(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Qs(query): Qs<CopyQuery>,
) -> Result<Json<List<GroupName>>, Problem> {
    let without_archived = query.without_archived;
    let (page, phrase) = query.read()?;
    let scope = advertiser.scope();
    let (found, campaigns, total) = app
        .store
        .read("list_ad_groups_for_copy", async move |conn| {
            let (found, total) =
                groups::names(conn, scope, &phrase, without_archived, page.rows, page.offset()).await?;
            let ids: Vec<i64> =
                found.iter().map(|(_, campaign, _)| campaign.0).collect::<BTreeSet<_>>().into_iter().collect();
            Ok((found, names::of_ids(conn, scope, Named::Campaign, &ids).await?, total))
        })
        .await?;
    let row = |(id, campaign, name): (GroupId, CampaignId, String)| GroupName {
        id: id.0,
        name,
        campaign_id: campaign.0,
        campaign_name: campaigns.get(&campaign.0).cloned().unwrap_or_default(),
    };
    let data = found.into_iter().map(row).collect();
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
    let without_archived = query.without_archived;
    let (page, phrase) = query.read()?;
    let scope = advertiser.scope();
    let (titles, total) = app
        .store
        .read("list_ads_for_copy", async move |conn| {
            ads::titles(conn, scope, &phrase, without_archived, page.rows, page.offset()).await
        })
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
