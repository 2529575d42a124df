//! How payment gateways are reached: keys and secrets come in here and never go out again.

use crate::auth::God;
use crate::dictionaries::words::GatewayName;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::payments;
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::{FieldErrors, Problem};
use placard_common::gateways::{ACCESS_BYTES_MAX, Access};
use placard_model::UnixMs;
use placard_model::payments::deposit::Gateway;
use placard_store::accounts::audit_log;
use placard_store::accounts::audit_log::Actor;
use placard_store::paid_in::payment_gateways;
use placard_store::paid_in::payment_gateways::Kept;
use placard_store::{Conn, Priority, Tx};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A payment gateway.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = PaymentGateway)]
pub struct GatewayResource {
    /// The gateway.
    #[schema(value_type = GatewayName)]
    pub name: &'static str,
    /// It takes money.
    pub is_ready: bool,
    /// It needs keys.
    pub needs_keys: bool,
    /// The address of its API; empty: the usual one.
    pub base_url: String,
    /// Where it is to send its callbacks to; null where it sends none.
    pub callback_url: Option<String>,
    /// When its keys were set.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub updated_at: Option<UnixMs>,
    /// Grows with each change of its keys; 0 while it has none.
    pub version: i64,
}

/// How a gateway is reached. The API answers none of it but the address.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GatewayForm {
    /// The address of its API; empty: the usual one.
    #[serde(default)]
    pub base_url: String,
    /// What we show to it.
    pub key: String,
    /// What it signs its callbacks with.
    pub secret: String,
    /// The version that was read: keys that were set meanwhile are not replaced. Whatever it is when omitted.
    pub version: Option<i64>,
}

/// What the audit log keeps of how a gateway was or is reached.
#[derive(Serialize)]
struct Audited {
    name: &'static str,
    base_url: String,
    set_at: UnixMs,
}

impl Audited {
    /// What cannot be read, since it was encrypted by other keys, is audited without its address.
    fn of(app: &ApiState, gateway: Gateway, kept: &Kept) -> Self {
        let access = Access::of(&app.keys, gateway, Some(&kept.access), app.config.demo).ok().flatten();
        let base_url = access.map(|access| access.base_url).unwrap_or_default();
        Self { name: gateway.name(), base_url, set_at: kept.updated_at }
    }
}

async fn note_change(
    tx: &Tx,
    god: &Actor,
    call: &'static str,
    before: Option<Audited>,
    after: Option<Audited>,
) -> placard_store::Result<()> {
    audit_log::record(tx, god, call, "payment_gateway", 0, before.as_ref(), after.as_ref()).await
}

async fn resource(app: &ApiState, gateway: Gateway) -> Result<GatewayResource, Problem> {
    let read = async move |conn: &Conn| payment_gateways::get(conn, gateway).await;
    let kept = app.store.read("get_gateway", read).await?;
    let access = payments::access(app, gateway).await?;
    let calls = gateway != Gateway::Invoice;
    Ok(GatewayResource {
        name: gateway.name(),
        is_ready: access.is_some(),
        needs_keys: gateway.needs_keys(),
        base_url: access.map(|access| access.base_url).unwrap_or_default(),
        callback_url: calls.then(|| format!("{}/api/payment/callback/{}", app.config.public_url(), gateway.name())),
        version: kept.as_ref().map_or(0, Kept::version),
        updated_at: kept.map(|kept| kept.updated_at),
    })
}

/// The payment gateways, and which of them take money.
#[utoipa::path(get, path = "/api/admin/payment_gateways", tag = "admin",
    responses((status = 200, body = Data<Vec<GatewayResource>>)))]
pub async fn list_payment_gateways(
    State(app): State<ApiState>,
    _god: God,
) -> Result<Json<Data<Vec<GatewayResource>>>, Problem> {
    let mut found = Vec::new();
    for gateway in Gateway::ALL {
        found.push(resource(&app, gateway).await?);
    }
    Ok(data(found))
}

fn with_keys(name: &str) -> Result<Gateway, Problem> {
    Gateway::from_name(name).filter(|gateway| gateway.needs_keys()).ok_or(Problem::NotFound)
}

/// Sets how a gateway is reached. Kept encrypted; the audit log has that it was done.
#[utoipa::path(put, path = "/api/admin/payment_gateways/{gateway}", tag = "admin", request_body = GatewayForm,
    params(("gateway" = String, Path, description = "`stripe` or `nowpayments`", max_length = 20)),
    responses((status = 200, body = Data<GatewayResource>)))]
pub async fn update_payment_gateway(
    State(app): State<ApiState>,
    god: God,
    Path(gateway): Path<String>,
    Json(form): Json<GatewayForm>,
) -> Result<Json<Data<GatewayResource>>, Problem> {
    let gateway = with_keys(&gateway)?;
    let GatewayForm { base_url, key, secret, version } = form;
    let mut errors = FieldErrors::default();
    let base_url = base_url.trim().trim_end_matches('/').to_owned();
    let is_url = url::Url::parse(&base_url).is_ok_and(|url| {
        matches!(url.scheme(), "http" | "https") && url.username().is_empty() && url.query().is_none()
    });
    errors.check("base_url", base_url.is_empty() || is_url, "must be an http or https address, or empty");
    for (field, text) in [("base_url", &base_url), ("key", &key), ("secret", &secret)] {
        errors.check(field, text.len() <= ACCESS_BYTES_MAX, format!("must have at most {ACCESS_BYTES_MAX} bytes"));
    }
    // They stand in headers.
    for (field, text) in [("key", &key), ("secret", &secret)] {
        let is_one = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        errors.check(field, is_one, "must be visible ASCII characters without blanks");
    }
    errors.finish()?;
    let access = Access { base_url, key, secret };
    let (sealed, actor, app_) = (access.seal(&app.keys, &app.rng, gateway)?, god.actor(), app.clone());
    app.store
        .write("update_payment_gateway", Priority::Api, async move |tx| {
            let before = payment_gateways::put(tx, gateway, &sealed, version).await?;
            let audited = |kept: &Kept| Audited::of(&app_, gateway, kept);
            let after = payment_gateways::get(tx, gateway).await?;
            note_change(tx, &actor, tx.name(), before.as_ref().map(audited), after.as_ref().map(audited)).await
        })
        .await?;
    Ok(data(resource(&app, gateway).await?))
}

/// Forgets the keys of a gateway: it takes no money any more. Payments that wait are not asked about any longer.
#[utoipa::path(delete, path = "/api/admin/payment_gateways/{gateway}", tag = "admin",
    params(("gateway" = String, Path, description = "`stripe` or `nowpayments`", max_length = 20)),
    responses((status = 204, description = "Forgotten")))]
pub async fn delete_payment_gateway(
    State(app): State<ApiState>,
    god: God,
    Path(gateway): Path<String>,
) -> Result<StatusCode, Problem> {
    let (gateway, actor, app_) = (with_keys(&gateway)?, god.actor(), app.clone());
    app.store
        .write("delete_payment_gateway", Priority::Api, async move |tx| {
            let gone = Audited::of(&app_, gateway, &payment_gateways::delete(tx, gateway).await?);
            note_change(tx, &actor, tx.name(), Some(gone), None).await
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
