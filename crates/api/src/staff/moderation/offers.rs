//! Offers of the network, which trusted advertisers promote.

use crate::auth::{God, Staff};
use crate::dictionaries::words::TargetId;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::{FieldErrors, Problem};
use placard_model::format::Target;
use placard_model::validate::NAME_MAX;
use placard_model::{CategoryId, OfferId, validate};
use placard_store::Priority;
use placard_store::accounts::audit_log;
use placard_store::advertising::offers::{self, KeptOffer, OfferSettings};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An offer of the network, as staff see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = NetworkOffer)]
pub struct NetworkOfferResource {
    /// The offer.
    pub id: i64,
    /// What it is called.
    pub name: String,
    /// What it leads to: 1 commodity, 2 news. Campaigns with another target are not offered it.
    #[schema(value_type = TargetId)]
    pub target_id: u8,
    /// What it is about.
    #[schema(required)]
    pub category_id: Option<i64>,
    /// Whether campaigns may choose it. Those that have it keep it.
    pub is_active: bool,
    /// Campaigns that promote it; for sales, of their clients.
    pub campaigns_count: i64,
    /// What an edit names to say what it was made from: another number once the offer is kept otherwise.
    pub version: i64,
}

impl From<KeptOffer> for NetworkOfferResource {
    fn from(kept: KeptOffer) -> Self {
        Self {
            version: kept.version(),
            id: kept.offer.id.0,
            name: kept.offer.name,
            target_id: kept.offer.target.native_id(),
            category_id: kept.offer.category.map(|category| category.0),
            is_active: kept.is_active,
            campaigns_count: kept.campaigns,
        }
    }
}

/// What an offer is to be.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OfferForm {
    /// What it is called: no two offers are called the same.
    pub name: String,
    /// What it leads to: 1 commodity, 2 news.
    #[schema(value_type = TargetId)]
    pub target_id: u8,
    /// What it is about; null for anything.
    pub category_id: Option<i64>,
    /// Whether campaigns may choose it.
    #[serde(default = "active")]
    pub is_active: bool,
    /// The version that the change is made from.
    pub version: Option<i64>,
}

const fn active() -> bool {
    true
}

impl OfferForm {
    fn read(&self) -> Result<OfferSettings, Problem> {
        let mut errors = FieldErrors::default();
        let name = validate::line(&self.name, 1, NAME_MAX).unwrap_or_else(|message| {
            errors.add("name", message);
            ""
        });
        let target = Target::from_native_id(i64::from(self.target_id));
        errors.check("target_id", target.is_some(), "must be 1 (commodity) or 2 (news)");
        errors.finish()?;
        Ok(OfferSettings {
            name: name.to_owned(),
            target: target.unwrap_or(Target::Commodity),
            category: self.category_id.map(CategoryId),
            is_active: self.is_active,
        })
    }
}

/// Lists the network's offers, by name.
#[utoipa::path(get, path = "/api/admin/offers", tag = "admin",
    responses((status = 200, body = Data<Vec<NetworkOfferResource>>)))]
pub async fn list_network_offers(
    State(app): State<ApiState>,
    staff: Staff,
) -> Result<Json<Data<Vec<NetworkOfferResource>>>, Problem> {
    let scope = staff.scope();
    let found = app.store.read("list_network_offers", async move |conn| offers::list(conn, scope).await).await?;
    Ok(data(found.into_iter().map(Into::into).collect()))
}

/// Makes an offer: users with extended permissions can promote it from then on.
#[utoipa::path(post, path = "/api/admin/offers", tag = "admin", request_body = OfferForm,
    responses((status = 201, body = Data<NetworkOfferResource>)))]
pub async fn create_offer(
    State(app): State<ApiState>,
    god: God,
    Json(form): Json<OfferForm>,
) -> Result<(StatusCode, Json<Data<NetworkOfferResource>>), Problem> {
    let (settings, actor) = (form.read()?, god.actor());
    let made = app
        .store
        .write("create_offer", Priority::Api, async move |tx| {
            let made = NetworkOfferResource::from(offers::create(tx, &settings).await?);
            let before = None::<&NetworkOfferResource>;
            audit_log::record(tx, &actor, "create_offer", "offer", made.id, before, Some(&made)).await?;
            Ok(made)
        })
        .await?;
    Ok((StatusCode::CREATED, data(made)))
}

/// Changes an offer, or closes it: campaigns that promote it go on, no other one can choose it.
#[utoipa::path(put, path = "/api/admin/offers/{id}", tag = "admin", params(("id" = i64, Path)), request_body = OfferForm,
    responses((status = 200, body = Data<NetworkOfferResource>)))]
pub async fn update_offer(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Json(form): Json<OfferForm>,
) -> Result<Json<Data<NetworkOfferResource>>, Problem> {
    let (settings, actor, version) = (form.read()?, god.actor(), form.version);
    let after = app
        .store
        .write("update_offer", Priority::Api, async move |tx| {
            let (before, after) = offers::update(tx, OfferId(id), &settings, version).await?;
            let (before, after) = (NetworkOfferResource::from(before), NetworkOfferResource::from(after));
            audit_log::record(tx, &actor, "update_offer", "offer", id, Some(&before), Some(&after)).await?;
            Ok(after)
        })
        .await?;
    Ok(data(after))
}
