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
use placard_model::deposit::Gateway;
use placard_store::{Conn, Priority, audit_log, payment_gateways};
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
}

/// What the audit log keeps of a change.
#[derive(Serialize)]
struct Changed<'a> {
    name: &'static str,
    base_url: &'a str,
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
    let GatewayForm { base_url, key, secret } = form;
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
    let (sealed, actor) = (access.seal(&app.keys, &app.rng, gateway)?, god.actor());
    let base_url = access.base_url;
    app.store
        .write("update_payment_gateway", Priority::Api, async move |tx| {
            payment_gateways::put(tx, gateway, &sealed).await?;
            let changed = Changed { name: gateway.name(), base_url: &base_url };
            audit_log::record(
                tx,
                &actor,
                "update_payment_gateway",
                "payment_gateway",
                0,
                None::<&Changed<'_>>,
                Some(&changed),
            )
            .await
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
    let (gateway, actor) = (with_keys(&gateway)?, god.actor());
    app.store
        .write("delete_payment_gateway", Priority::Api, async move |tx| {
            if !payment_gateways::delete(tx, gateway).await? {
                return Err(placard_store::Error::NotFound("payment gateway"));
            }
            let gone = Changed { name: gateway.name(), base_url: "" };
            audit_log::record(
                tx,
                &actor,
                "delete_payment_gateway",
                "payment_gateway",
                0,
                Some(&gone),
                None::<&Changed<'_>>,
            )
            .await
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
