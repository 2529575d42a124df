//! Categories and traffic sources, as staff keep them.

use crate::auth::{God, Staff};
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::{FieldErrors, Problem};
use placard_model::validate::NAME_MAX;
use placard_model::{CategoryId, TrafficSourceId, validate};
use placard_store::accounts::audit_log;
use placard_store::network::dictionaries::kept::{self, CategoryUses, KeptCategory};
use placard_store::network::dictionaries::{self, Entry};
use placard_store::{Conn, Priority};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A category, as staff see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = NetworkCategory)]
pub struct NetworkCategoryResource {
    /// The category.
    pub id: i64,
    /// What it is called.
    pub name: String,
    /// Its code in the IAB's content taxonomy 1.0, by which pages may name it; empty where the network has made it: pages name it by
    /// its number.
    pub iab_code: String,
    /// Whether it may be chosen. What has it keeps it.
    pub is_active: bool,
    /// Sites that are about it; for sales, of their clients.
    pub sites_count: i64,
    /// Campaigns that advertise it; for sales, of their clients.
    pub campaigns_count: i64,
    /// What an edit names to say what it was made from: another number once the category is kept otherwise.
    pub version: i64,
}

impl NetworkCategoryResource {
    fn new(kept: KeptCategory, uses: CategoryUses) -> Self {
        Self {
            version: kept.version(),
            id: kept.entry.id,
            name: kept.entry.name,
            iab_code: kept.iab_code,
            is_active: kept.entry.is_active,
            sites_count: uses.sites,
            campaigns_count: uses.campaigns,
        }
    }
}

/// A name, and whether it may be chosen.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EntryForm {
    /// What it is called: no two are called the same.
    pub name: String,
    /// Whether it may be chosen.
    #[serde(default = "active")]
    pub is_active: bool,
    /// The version that the change is made from.
    pub version: Option<i64>,
}

const fn active() -> bool {
    true
}

impl EntryForm {
    fn name(&self) -> Result<String, Problem> {
        let mut errors = FieldErrors::default();
        let name = validate::line(&self.name, 1, NAME_MAX).unwrap_or_else(|message| {
            errors.add("name", message);
            ""
        });
        errors.finish()?;
        Ok(name.to_owned())
    }
}

/// What the audit log keeps.
#[derive(Serialize)]
struct EntryRecord {
    name: String,
    is_active: bool,
}

impl From<&Entry> for EntryRecord {
    fn from(entry: &Entry) -> Self {
        Self { name: entry.name.clone(), is_active: entry.is_active }
    }
}

/// Lists the categories, closed ones too, by name.
#[utoipa::path(get, path = "/api/admin/categories", tag = "admin",
    responses((status = 200, body = Data<Vec<NetworkCategoryResource>>)))]
pub async fn list_network_categories(
    State(app): State<ApiState>,
    staff: Staff,
) -> Result<Json<Data<Vec<NetworkCategoryResource>>>, Problem> {
    let scope = staff.scope();
    let read =
        async move |conn: &Conn| Ok((kept::list_categories(conn).await?, kept::category_uses(conn, scope).await?));
    let (found, uses) = app.store.read("list_network_categories", read).await?;
    let resource = |kept: KeptCategory| {
        let uses = uses.get(&kept.entry.id).copied().unwrap_or_default();
        NetworkCategoryResource::new(kept, uses)
    };
    Ok(data(found.into_iter().map(resource).collect()))
}

/// Makes a category. Pages name it by its number.
#[utoipa::path(post, path = "/api/admin/categories", tag = "admin", request_body = EntryForm,
    responses((status = 201, body = Data<NetworkCategoryResource>)))]
pub async fn create_category(
    State(app): State<ApiState>,
    god: God,
    Json(form): Json<EntryForm>,
) -> Result<(StatusCode, Json<Data<NetworkCategoryResource>>), Problem> {
    let (name, actor) = (form.name()?, god.actor());
    let made = app
        .store
        .write("create_category", Priority::Api, async move |tx| {
            let made = kept::create_category(tx, &name, form.is_active).await?;
            let after = EntryRecord::from(&made.entry);
            let before = None::<&EntryRecord>;
            audit_log::record(tx, &actor, "create_category", "category", made.entry.id, before, Some(&after)).await?;
            Ok(made)
        })
        .await?;
    Ok((StatusCode::CREATED, data(NetworkCategoryResource::new(made, CategoryUses::default()))))
}

/// Renames a category, or closes it: sites, campaigns and groups that have it keep it, and no other one can be of it. Its ads run on:
/// sites may still let them in or keep them out.
#[utoipa::path(put, path = "/api/admin/categories/{id}", tag = "admin", params(("id" = i64, Path)),
    request_body = EntryForm, responses((status = 200, body = Data<NetworkCategoryResource>)))]
pub async fn update_category(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Json(form): Json<EntryForm>,
) -> Result<Json<Data<NetworkCategoryResource>>, Problem> {
    let (name, actor, scope) = (form.name()?, god.actor(), god.scope());
    let EntryForm { is_active, version, .. } = form;
    let after = app
        .store
        .write("update_category", Priority::Api, async move |tx| {
            let (before, after) = kept::update_category(tx, CategoryId(id), &name, is_active, version).await?;
            if before != after {
                let (before, now) = (EntryRecord::from(&before.entry), EntryRecord::from(&after.entry));
                audit_log::record(tx, &actor, "update_category", "category", id, Some(&before), Some(&now)).await?;
            }
            Ok(after)
        })
        .await?;
    // Counted apart: who writes waits for nothing that is counted.
    let uses = app.store.read("update_category", async move |conn| kept::category_uses(conn, scope).await).await?;
    Ok(data(NetworkCategoryResource::new(after, uses.get(&id).copied().unwrap_or_default())))
}

/// A traffic source, as staff see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = NetworkTrafficSource)]
pub struct NetworkTrafficSourceResource {
    /// The traffic source.
    pub id: i64,
    /// What it is called.
    pub name: String,
    /// Whether it may be chosen. Campaigns that have it keep it.
    pub is_active: bool,
    /// Campaigns that are for it alone; for sales, of their clients.
    pub campaigns_count: i64,
    /// What an edit names to say what it was made from: another number once the traffic source is kept otherwise.
    pub version: i64,
}

impl NetworkTrafficSourceResource {
    fn new(entry: Entry, campaigns_count: i64) -> Self {
        let version = entry.version();
        Self { version, id: entry.id, name: entry.name, is_active: entry.is_active, campaigns_count }
    }
}

/// Lists the traffic sources, closed ones too. The program tells them apart, so there are no others.
#[utoipa::path(get, path = "/api/admin/traffic_sources", tag = "admin",
    responses((status = 200, body = Data<Vec<NetworkTrafficSourceResource>>)))]
pub async fn list_network_traffic_sources(
    State(app): State<ApiState>,
    staff: Staff,
) -> Result<Json<Data<Vec<NetworkTrafficSourceResource>>>, Problem> {
    let scope = staff.scope();
    let read = async move |conn: &Conn| {
        Ok((dictionaries::traffic_sources(conn).await?, kept::traffic_source_uses(conn, scope).await?))
    };
    let (found, uses) = app.store.read("list_network_traffic_sources", read).await?;
    let resource = |entry: Entry| {
        let campaigns = uses.get(&entry.id).copied().unwrap_or_default();
        NetworkTrafficSourceResource::new(entry, campaigns)
    };
    Ok(data(found.into_iter().map(resource).collect()))
}

/// Renames a traffic source, or closes it: campaigns that have it keep it, no other one can choose it.
#[utoipa::path(put, path = "/api/admin/traffic_sources/{id}", tag = "admin", params(("id" = i64, Path)),
    request_body = EntryForm, responses((status = 200, body = Data<NetworkTrafficSourceResource>)))]
pub async fn update_traffic_source(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Json(form): Json<EntryForm>,
) -> Result<Json<Data<NetworkTrafficSourceResource>>, Problem> {
    let (name, actor, scope) = (form.name()?, god.actor(), god.scope());
    let EntryForm { is_active, version, .. } = form;
    let after = app
        .store
        .write("update_traffic_source", Priority::Api, async move |tx| {
            let source = TrafficSourceId(id);
            let (before, after) = kept::update_traffic_source(tx, source, &name, is_active, version).await?;
            if before != after {
                let (before, now) = (EntryRecord::from(&before), EntryRecord::from(&after));
                let thing = "traffic_source";
                audit_log::record(tx, &actor, "update_traffic_source", thing, id, Some(&before), Some(&now)).await?;
            }
            Ok(after)
        })
        .await?;
    let read = async move |conn: &Conn| kept::traffic_source_uses(conn, scope).await;
    let uses = app.store.read("update_traffic_source", read).await?;
    Ok(data(NetworkTrafficSourceResource::new(after, uses.get(&id).copied().unwrap_or_default())))
}
