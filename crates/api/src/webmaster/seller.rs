//! How a webmaster stands in the network's `sellers.json`.

use crate::auth::Webmaster;
use crate::extract::Json;
use crate::list::{Data, data};
use crate::state::{Api, ApiState};
use axum::extract::State;
use placard_common::error::{FieldErrors, Problem};
use placard_model::{UserId, validate};
use placard_store::accounts::audit_log;
use placard_store::publishing::sellers::{self, SellerName};
use placard_store::{Conn, Priority};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a webmaster stands in `sellers.json`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SellerResource {
    /// The number by which `ads.txt` names them too.
    pub seller_id: String,
    /// The number stands there alone.
    pub is_confidential: bool,
    /// The name of their business; empty when they are confidential.
    pub name: String,
    /// Its domain; empty when they are confidential.
    pub domain: String,
    /// Domains that they may choose from: those of their approved sites.
    pub domains: Vec<String>,
}

/// How a webmaster wants to stand in `sellers.json`.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SellerForm {
    /// By their number alone; name and domain are not looked at then.
    pub is_confidential: bool,
    /// The name of their business.
    #[serde(default)]
    pub name: String,
    /// Its domain: that of an approved site of theirs.
    #[serde(default)]
    pub domain: String,
}

async fn load(app: &Api, user: UserId) -> Result<SellerResource, Problem> {
    let read = async move |conn: &Conn| Ok((sellers::get(conn, user).await?, sellers::domains(conn, user).await?));
    let (named, domains) = app.store.read("get_seller", read).await?;
    let is_confidential = named.is_none();
    let (name, domain) = named.map(|SellerName { name, domain }| (name, domain)).unwrap_or_default();
    Ok(SellerResource { seller_id: user.to_string(), is_confidential, name, domain, domains })
}

/// How the webmaster stands in `sellers.json`.
#[utoipa::path(get, path = "/api/webmaster/seller", tag = "webmaster",
    responses((status = 200, body = Data<SellerResource>)))]
pub async fn get_seller(
    State(app): State<ApiState>,
    webmaster: Webmaster,
) -> Result<Json<Data<SellerResource>>, Problem> {
    Ok(data(load(&app, webmaster.id()).await?))
}

/// Changes how the webmaster stands in `sellers.json`. The file follows within some minutes.
#[utoipa::path(put, path = "/api/webmaster/seller", tag = "webmaster", request_body = SellerForm,
    responses((status = 200, body = Data<SellerResource>)))]
pub async fn update_seller(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Json(form): Json<SellerForm>,
) -> Result<Json<Data<SellerResource>>, Problem> {
    let mut errors = FieldErrors::default();
    errors.check_length("name", &form.name, 0..=validate::NAME_MAX);
    errors.check_length("domain", &form.domain, 0..=validate::URL_MAX);
    errors.finish()?;
    let named = if form.is_confidential { None } else { Some(read_name(form)?) };
    let (user, actor) = (webmaster.id(), webmaster.actor());
    app.store
        .write("update_seller", Priority::Api, async move |tx| {
            let before = sellers::get(tx, user).await?;
            sellers::put(tx, user, named.as_ref()).await?;
            audit_log::record(tx, &actor, "update_seller", "seller", user, before.as_ref(), named.as_ref()).await
        })
        .await?;
    Ok(data(load(&app, user).await?))
}

fn read_name(form: SellerForm) -> Result<SellerName, Problem> {
    let mut errors = FieldErrors::default();
    let name = validate::name(&form.name).map_or_else(
        |message| {
            errors.add("name", message);
            String::new()
        },
        str::to_owned,
    );
    let domain = validate::site_domain(&form.domain).unwrap_or_else(|error| {
        errors.add("domain", error.to_string());
        String::new()
    });
    errors.finish()?;
    Ok(SellerName { name, domain })
}
