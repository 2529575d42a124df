//! Where a page of the advertiser's cabinet hangs: campaign, group, ad.

use crate::auth::Advertiser;
use crate::extract::{Json, Qs};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::{AdId, CampaignId, GroupId};
use placard_store::Error;
use placard_store::advertising::{ads, campaigns, groups};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Which page.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct BreadcrumbQuery {
    /// The campaign.
    pub campaign_id: Option<i64>,
    /// The group.
    pub ad_group_id: Option<i64>,
    /// The ad.
    pub ad_id: Option<i64>,
}

/// A step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Crumb {
    /// The campaign, group or ad.
    pub id: i64,
    /// Outer name of a push campaign or a push ad; null of others.
    pub uuid: Option<String>,
    /// Its name or title.
    pub name: String,
}

/// The steps to a page; null below what was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Breadcrumbs {
    /// The campaign.
    pub campaign: Option<Crumb>,
    /// The group.
    pub ad_group: Option<Crumb>,
    /// The ad.
    pub ad: Option<Crumb>,
}

/// The names above a page. What is given must belong together.
#[utoipa::path(get, path = "/api/advertiser/breadcrumbs", tag = "advertiser", params(BreadcrumbQuery),
    responses((status = 200, body = Data<Breadcrumbs>)))]
pub async fn get_breadcrumbs(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Qs(query): Qs<BreadcrumbQuery>,
) -> Result<Json<Data<Breadcrumbs>>, Problem> {
    let scope = advertiser.scope();
    let crumbs = app
        .store
        .read("get_breadcrumbs", async move |conn| {
            let ad = match query.ad_id {
                Some(id) => Some(ads::any(conn, scope, AdId(id)).await?),
                None => None,
            };
            let group = match query.ad_group_id.map(GroupId).or(ad.as_ref().map(|ad| ad.group)) {
                Some(id) => Some(groups::any(conn, scope, id).await?),
                None => None,
            };
            let campaign = match query.campaign_id.map(CampaignId).or(group.as_ref().map(|group| group.campaign)) {
                Some(id) => Some(campaigns::get(conn, scope, id).await?),
                None => None,
            };
            let fits = ad.as_ref().is_none_or(|ad| group.as_ref().is_some_and(|group| group.id == ad.group))
                && group.as_ref().is_none_or(|group| campaign.as_ref().is_some_and(|c| c.id == group.campaign));
            if !fits {
                return Err(Error::NotFound("page"));
            }
            Ok(Breadcrumbs {
                campaign: campaign.map(|campaign| Crumb {
                    id: campaign.id.0,
                    uuid: campaign.uuid,
                    name: campaign.settings.name,
                }),
                ad_group: group.filter(|group| !group.is_of_push).map(|group| Crumb {
                    id: group.id.0,
                    uuid: None,
                    name: group.settings.name,
                }),
                ad: ad.map(|ad| Crumb { id: ad.id.0, uuid: ad.uuid, name: ad.settings.title }),
            })
        })
        .await?;
    Ok(data(crumbs))
}
