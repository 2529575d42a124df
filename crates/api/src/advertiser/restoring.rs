//! The way back from deletion: what one call deleted of campaigns, groups and ads, native ones and push alike.

use crate::advertiser::ad_groups::{self, GroupResource};
use crate::advertiser::ads::ads_bulk::{AdIds, Updated, each_refused, read_ids};
use crate::advertiser::audit_log_values::AdRecord;
use crate::advertiser::campaigns::{self, CampaignResource};
use crate::auth::Advertiser;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::{AdId, CampaignId, GroupId};
use placard_store::Priority;
use placard_store::accounts::audit_log;
use placard_store::advertising::{ads, restoring};

/// Restores a campaign of any kind that was deleted at most 10 minutes ago, with the groups and ads that went with it. It
/// is stopped.
#[utoipa::path(put, path = "/api/advertiser/campaigns/{id}/restore", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Data<CampaignResource>)))]
pub async fn restore_campaign(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<CampaignResource>>, Problem> {
    let (scope, actor, id) = (advertiser.scope(), advertiser.actor(), CampaignId(id));
    let restored = app
        .store
        .write("restore_campaign", Priority::Api, async move |tx| {
            restoring::campaign(tx, scope, id).await?;
            let after = campaigns::load(tx, scope, id).await?;
            audit_log::record_edit(tx, &actor, "restore_campaign", "campaign", id, None::<&()>, Some(&after)).await?;
            Ok(after)
        })
        .await?;
    Ok(data(restored))
}

/// Restores a group that was deleted at most 10 minutes ago, with the ads that went with it. It is stopped.
#[utoipa::path(put, path = "/api/advertiser/ad_groups/{id}/restore", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Data<GroupResource>)))]
pub async fn restore_ad_group(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<GroupResource>>, Problem> {
    let (scope, actor, id) = (advertiser.scope(), advertiser.actor(), GroupId(id));
    let restored = app
        .store
        .write("restore_ad_group", Priority::Api, async move |tx| {
            restoring::group(tx, scope, id).await?;
            let after = ad_groups::load(tx, scope, id).await?;
            audit_log::record_edit(tx, &actor, "restore_ad_group", "ad_group", id, None::<&()>, Some(&after)).await?;
            Ok(after)
        })
        .await?;
    Ok(data(restored))
}

/// Restores ads that were deleted at most 10 minutes ago, native ones and push ads; they are stopped. Those that cannot
/// come back are named one by one while the others do; when one of them is unknown, none does.
#[utoipa::path(put, path = "/api/advertiser/ads/all/restore", tag = "advertiser", request_body = AdIds,
    responses((status = 200, body = Data<Updated>)))]
pub async fn restore_ads(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Json(form): Json<AdIds>,
) -> Result<Json<Data<Updated>>, Problem> {
    let (scope, actor) = (advertiser.scope(), advertiser.actor());
    let ids = read_ids(&form.ids)?;
    let updated = app
        .store
        .write("restore_ads", Priority::Api, async move |tx| {
            let refused = restoring::ads(tx, scope, &ids).await?;
            let is_back = |id: &AdId| !refused.iter().any(|one| one.id == *id);
            let back: Vec<AdId> = ids.iter().copied().filter(is_back).collect();
            let refused = each_refused(refused, ids.len())?;
            for ad in ads::by_ids(tx, scope, &back).await? {
                let after = AdRecord::from(&ad);
                audit_log::record_edit(tx, &actor, "restore_ad", "ad", ad.id, None::<&()>, Some(&after)).await?;
            }
            Ok(Updated { updated_count: back.len() as u64, refused })
        })
        .await?;
    Ok(data(updated))
}
