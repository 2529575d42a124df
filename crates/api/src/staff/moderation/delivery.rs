//! Why somebody's campaign or ad is not shown: the same answers that its owner gets, without being in their cabinet.

use crate::advertiser::delivery::{
    Delivery, ExplainForm, Explained, delivery_of_ad, delivery_of_campaign, delivery_of_group, explain,
};
use crate::auth::Staff;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::{AdId, CampaignId, GroupId};

/// Tells whether somebody's campaign delivers, what stops it, and where the last hour's requests fell.
#[utoipa::path(get, path = "/api/admin/delivery/campaigns/{id}", tag = "admin", params(("id" = i64, Path)),
    responses((status = 200, body = Data<Delivery>)))]
pub async fn get_user_campaign_delivery(
    State(app): State<ApiState>,
    staff: Staff,
    Path(id): Path<i64>,
) -> Result<Json<Data<Delivery>>, Problem> {
    Ok(data(delivery_of_campaign(&app, staff.user.id, staff.scope(), CampaignId(id)).await?))
}

/// Tells whether somebody's group delivers, what stops it, and where the last hour's requests fell.
#[utoipa::path(get, path = "/api/admin/delivery/ad_groups/{id}", tag = "admin", params(("id" = i64, Path)),
    responses((status = 200, body = Data<Delivery>)))]
pub async fn get_user_ad_group_delivery(
    State(app): State<ApiState>,
    staff: Staff,
    Path(id): Path<i64>,
) -> Result<Json<Data<Delivery>>, Problem> {
    Ok(data(delivery_of_group(&app, staff.user.id, staff.scope(), GroupId(id)).await?))
}

/// Tells whether somebody's ad delivers, what stops it, and where the last hour's requests fell.
#[utoipa::path(get, path = "/api/admin/delivery/ads/{id}", tag = "admin", params(("id" = i64, Path)),
    responses((status = 200, body = Data<Delivery>)))]
pub async fn get_user_ad_delivery(
    State(app): State<ApiState>,
    staff: Staff,
    Path(id): Path<i64>,
) -> Result<Json<Data<Delivery>>, Problem> {
    Ok(data(delivery_of_ad(&app, staff.user.id, staff.scope(), AdId(id)).await?))
}

/// Tells at which step somebody's ad falls out of a request to any block, by what holds now.
#[utoipa::path(post, path = "/api/admin/delivery/ads/{id}/explain", tag = "admin", params(("id" = i64, Path)),
    request_body = ExplainForm, responses((status = 200, body = Data<Explained>)))]
pub async fn explain_user_ad(
    State(app): State<ApiState>,
    staff: Staff,
    Path(id): Path<i64>,
    Json(form): Json<ExplainForm>,
) -> Result<Json<Data<Explained>>, Problem> {
    Ok(data(explain(&app, staff.user.id, staff.scope(), AdId(id), &form).await?))
}
