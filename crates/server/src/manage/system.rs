//! The state of the server, for load balancers and operators.

use crate::app::{App, AppState};
use crate::auth::CurrentUser;
use crate::error::Problem;
use crate::extract::Json;
use crate::list::{Data, data};
use crate::observe;
use axum::Router;
use axum::extract::{ConnectInfo, State};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use ipnet::IpNet;
use placard_model::landing::LandingMacro;
use serde::Serialize;
use std::net::SocketAddr;
use utoipa::ToSchema;

/// Seconds to wait when the server is not ready.
const READY_RETRY_S: u32 = 2;

/// Whether the process runs.
#[utoipa::path(get, path = "/healthz", tag = "system", security(()), responses((status = 200, body = String)))]
pub async fn get_health() -> &'static str {
    "ok"
}

/// Metrics in the text format of Prometheus, for the networks of the setting `metrics_from` alone. Their counts tell which
/// mails went out and who logged in, so a call that a proxy passes on is answered as if there was nothing here.
#[utoipa::path(get, path = "/metrics", tag = "system", security(()), responses((status = 200, body = String)))]
pub async fn get_metrics(
    State(app): State<AppState>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    // Not every proxy says that it passes a call on.
    let may_be_a_proxy = is_in(&app.config.trusted_proxies, peer);
    if may_be_a_proxy { Err(Problem::NotFound) } else { figures(&app, peer, &headers) }
}

/// The routes of the address for metrics alone, to which no proxy leads.
pub fn metrics_routes(app: AppState) -> Router {
    Router::new().route("/metrics", get(get_own_metrics)).with_state(app)
}

async fn get_own_metrics(
    State(app): State<AppState>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    figures(&app, peer, &headers)
}

fn is_in(networks: &[IpNet], peer: SocketAddr) -> bool {
    let peer = peer.ip().to_canonical();
    networks.iter().any(|net| net.contains(&peer))
}

/// What a proxy adds to a call that it passes on.
const PASSED_ON: &[&str] = &[
    "forwarded",
    "via",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-port",
    "x-forwarded-proto",
    "x-forwarded-server",
    "x-real-ip",
    "x-client-ip",
    "x-cluster-client-ip",
    "true-client-ip",
    "cf-connecting-ip",
    "cdn-loop",
];

fn figures(app: &App, peer: SocketAddr, headers: &HeaderMap) -> Result<impl IntoResponse + use<>, Problem> {
    let is_passed_on = PASSED_ON.iter().any(|name| headers.contains_key(*name));
    if is_passed_on || !is_in(&app.config.metrics_from, peer) {
        return Err(Problem::NotFound);
    }
    let handle = observe::metrics_handle().ok_or(Problem::Unavailable(60))?;
    handle.run_upkeep();
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4")], handle.render()))
}

/// Whether the process can serve: its database and its log answer.
#[utoipa::path(get, path = "/readyz", tag = "system", security(()), responses((status = 200, body = String)))]
pub async fn get_readiness(State(app): State<AppState>) -> Result<&'static str, Problem> {
    let alive = app.store.read("get_readiness", async |conn| conn.row("SELECT 1 AS one", []).await.map(drop)).await;
    if alive.is_err() || app.log.refused().is_some() {
        return Err(Problem::Unavailable(READY_RETRY_S));
    }
    Ok("ready")
}

/// A macro of landing pages.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MacroResource {
    /// Its number.
    pub id: u8,
    /// As it stands in a URL: `{click_id}`.
    pub name: String,
    /// What it stands for.
    pub label: &'static str,
}

/// Lists the macros of landing pages. Number 2 is for extended permissions only.
#[utoipa::path(get, path = "/api/system/macros", tag = "system",
    responses((status = 200, body = Data<Vec<MacroResource>>)))]
pub async fn list_macros(current: CurrentUser) -> Json<Data<Vec<MacroResource>>> {
    let extended = current.user.has_extended_permissions();
    let offered = LandingMacro::ALL.iter().filter(|known| extended || !known.is_extended());
    let resource = |known: &LandingMacro| MacroResource {
        id: known.id(),
        name: format!("{{{}}}", known.name()),
        label: known.label(),
    };
    data(offered.map(resource).collect())
}
