//! The state of the server, for load balancers and operators.

use crate::auth::{CurrentUser, God};
use crate::extract::Json;
use crate::list::{Data, data};
use crate::state::{Api, ApiState};
use axum::Router;
use axum::extract::{ConnectInfo, State};
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use ipnet::IpNet;
use placard_common::error::Problem;
use placard_common::health::{Condition, Vitals};
use placard_model::UnixMs;
use placard_model::creative::landing::LandingMacro;
use placard_store::billing::{seals, set_aside};
use serde::Serialize;
use std::net::SocketAddr;
use std::sync::Arc;
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
    State(app): State<ApiState>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    if is_behind_proxy(&app, peer) { Err(Problem::NotFound) } else { figures(&app, peer, &headers) }
}

/// The routes of the address for operators alone, to which no proxy leads.
pub fn operator_routes(app: ApiState) -> Router {
    Router::new().route("/metrics", get(get_own_metrics)).route("/readyz", get(get_own_readiness)).with_state(app)
}

async fn get_own_metrics(
    State(app): State<ApiState>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    figures(&app, peer, &headers)
}

fn figures(app: &Api, peer: SocketAddr, headers: &HeaderMap) -> Result<impl IntoResponse + use<>, Problem> {
    if !is_operator(app, peer, headers) {
        return Err(Problem::NotFound);
    }
    let handle = placard_common::metrics_recorder::metrics_handle().ok_or(Problem::Unavailable(60))?;
    handle.run_upkeep();
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4")], handle.render()))
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

/// Whether somebody calls from the networks of the setting `metrics_from`, and no proxy says that it stands between.
fn is_operator(app: &Api, peer: SocketAddr, headers: &HeaderMap) -> bool {
    !PASSED_ON.iter().any(|name| headers.contains_key(*name)) && is_in(&app.config.metrics_from, peer)
}

/// Whether anybody may stand behind the caller: not every proxy says that it passes a call on.
fn is_behind_proxy(app: &Api, peer: SocketAddr) -> bool {
    is_in(&app.config.trusted_proxies, peer)
}

fn is_in(networks: &[IpNet], peer: SocketAddr) -> bool {
    let peer = peer.ip().to_canonical();
    networks.iter().any(|net| net.contains(&peer))
}

/// Whether the process can serve, and what is wrong.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Readiness {
    /// It can serve.
    pub ready: bool,
    /// What holds now, the worst first: for those to whom `/metrics` is open.
    pub conditions: Vec<Condition>,
}

/// Whether the process can serve: its database and its log answer, its inventory is loaded, and nothing critical is
/// wrong. A first line `ready` or `not ready`, then one line for each condition that holds; as JSON for who accepts it.
/// What was seen is told for a second. Conditions are told to those to whom `/metrics` is open.
#[utoipa::path(get, path = "/readyz", tag = "system", security(()), responses(
    (status = 200, description = "Ready",
        content((String = "text/plain; charset=utf-8"), (Readiness = "application/json"))),
    (status = 503, description = "Not ready",
        content((String = "text/plain; charset=utf-8"), (Readiness = "application/json")))))]
pub async fn get_readiness(
    State(app): State<ApiState>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Response {
    let tells_all = is_operator(&app, peer, &headers) && !is_behind_proxy(&app, peer);
    readiness(&app, &headers, tells_all).await
}

async fn get_own_readiness(
    State(app): State<ApiState>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Response {
    let tells_all = is_operator(&app, peer, &headers);
    readiness(&app, &headers, tells_all).await
}

async fn readiness(app: &ApiState, headers: &HeaderMap, tells_all: bool) -> Response {
    (app.look)().await;
    let ready = is_ready(app);
    let conditions = if tells_all { app.health.conditions() } else { Vec::new() };
    let accepts_json = headers.get(ACCEPT).and_then(|accept| accept.to_str().ok());
    let mut response = if accepts_json.is_some_and(|accept| accept.contains("application/json")) {
        axum::Json(Readiness { ready, conditions }).into_response()
    } else {
        let mut text = if ready { "ready".to_owned() } else { "not ready".to_owned() };
        for condition in conditions {
            text.extend(["\n", &condition.to_string()]);
        }
        text.into_response()
    };
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if !ready {
        *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(READY_RETRY_S));
    }
    response
}

/// Whether the process can serve: nothing critical is wrong, and its inventory is loaded.
fn is_ready(app: &Api) -> bool {
    app.health.is_ready() && app.delivery.directory.is_ready()
}

/// A record that billing or statistics could not digest.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SetAsideRecord {
    /// Its number, for `placard set-aside retry` and `drop`.
    pub id: i64,
    /// `billing` or `facts`.
    pub feed: String,
    /// What it is: click, show, postback, ...
    pub what: String,
    /// Why it was not digested.
    pub reason: String,
    /// How often it was tried.
    pub tries: i64,
    /// What becomes of it.
    pub state: &'static str,
    /// When it was set aside.
    #[schema(value_type = String, format = DateTime)]
    pub at: UnixMs,
}

/// What retention has left, and which days are sealed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct KeptState {
    /// The last UTC day that is sealed; null before the first.
    #[schema(value_type = Option<String>, format = Date)]
    pub sealed_through: Option<String>,
    /// The first day that the event log may have something of; null while it is empty.
    #[schema(value_type = Option<String>, format = Date)]
    pub log_since: Option<String>,
    /// The first day of which all clicks are there one by one; null where none were ever removed.
    #[schema(value_type = Option<String>, format = Date)]
    pub clicks_since: Option<String>,
    /// The first day whose statistics are kept by hour; null where none were ever folded, and while they are away.
    #[schema(value_type = Option<String>, format = Date)]
    pub hours_since: Option<String>,
}

/// How the server is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SystemState {
    /// It can serve.
    pub ready: bool,
    /// What is wrong, the worst first.
    pub conditions: Vec<Condition>,
    /// Records that wait for somebody's decision, oldest first, at most 1,000.
    pub set_aside: Vec<SetAsideRecord>,
    /// What is kept since when.
    pub kept: KeptState,
    /// What is measured all the time.
    pub vitals: Vitals,
}

/// How the server is: what is wrong, and which records were set aside. God alone.
#[utoipa::path(get, path = "/api/admin/system", tag = "admin", responses((status = 200, body = Data<SystemState>)))]
pub async fn get_system_state(State(app): State<ApiState>, _god: God) -> Result<Json<Data<SystemState>>, Problem> {
    (app.look)().await;
    let (rows, sealed, forgotten) = app
        .store
        .read("system_state", async |conn| {
            let sealed = seals::last(conn).await?;
            Ok((set_aside::list(conn, false).await?, sealed, seals::last_forgotten(conn).await?))
        })
        .await?;
    let reader = Arc::clone(&app);
    // What cannot be read is told among the conditions.
    let kept_since = move || (reader.log.kept_since().ok().flatten(), reader.stats.hours_since().ok().flatten());
    let (log_since, hours_since) = tokio::task::spawn_blocking(kept_since).await.unwrap_or_default();
    let kept = KeptState {
        sealed_through: sealed.map(|seal| seal.day.to_string()),
        log_since: log_since.map(|since| since.day().to_string()),
        clicks_since: forgotten.map(|seal| seal.day.plus(1).to_string()),
        hours_since: hours_since.map(|day| day.to_string()),
    };
    let set_aside = rows
        .into_iter()
        .map(|row| SetAsideRecord {
            id: row.id,
            feed: row.consumer,
            what: row.what,
            reason: row.reason,
            tries: row.tries,
            state: row.state.name(),
            at: row.first_at,
        })
        .collect();
    Ok(data(SystemState {
        ready: is_ready(&app),
        conditions: app.health.conditions(),
        set_aside,
        kept,
        vitals: app.health.vitals(),
    }))
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
