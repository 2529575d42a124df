//! How long pages and calls of the application take in people's browsers: reported by the application, read on the system
//! page. Nothing of whoever waited is kept, and of a path nothing that names something.

use crate::auth::{CurrentUser, God};
use crate::extract::Json;
use crate::list::{Data, data};
use crate::staff::network::known_paths::KnownPaths;
use crate::state::ApiState;
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::{FieldErrors, Problem};
use placard_model::{Day, validate};
use placard_store::network::client_traces::{self, Durations, Span};
use placard_store::{Priority, Tx};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// The longest path, in characters.
pub(crate) const PATH_MAX: usize = 200;
/// The longest duration, in milliseconds.
pub(crate) const DURATION_MAX_MS: u32 = 600_000;
/// The most calls of a page.
pub(crate) const CALLS_MAX: usize = 40;
/// Days that the list looks back, today among them.
const LISTED_DAYS: i32 = 7;

/// How long a page took, from the wish for it until all that it first shows was there.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClientTraceForm {
    /// Path of the page, without its query.
    pub page: String,
    /// Whether the application itself was loaded with it.
    #[serde(default)]
    pub is_load: bool,
    /// How long it took, in milliseconds.
    pub duration_ms: u32,
    /// Its calls.
    #[serde(default)]
    pub calls: Vec<CallTrace>,
}

/// How long a call took.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CallTrace {
    /// Its path, without its query.
    pub path: String,
    /// How long it took, in milliseconds.
    pub duration_ms: u32,
}

/// Takes note of how long a page and its calls took in the caller's browser. What is no page and no call of this server is not
/// counted.
#[utoipa::path(post, path = "/api/client_traces", tag = "system", request_body = ClientTraceForm,
    responses((status = 204)))]
pub async fn create_client_trace(
    State(app): State<ApiState>,
    current: CurrentUser,
    Extension(known): Extension<Arc<KnownPaths>>,
    Json(form): Json<ClientTraceForm>,
) -> Result<StatusCode, Problem> {
    let spans = spans_of(&form, &known)?;
    let now = app.clock.now();
    app.auth.calls.client_trace(current.id(), now)?;
    let record = async move |tx: &Tx| client_traces::record(tx, now.day(), &spans).await;
    app.store.write("create_client_trace", Priority::Api, record).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn spans_of(form: &ClientTraceForm, known: &KnownPaths) -> Result<Vec<Span>, Problem> {
    use client_traces::TraceKind::{Call, Load, Navigation};
    let mut errors = FieldErrors::default();
    errors.check("calls", form.calls.len() <= CALLS_MAX, format!("must be at most {CALLS_MAX}"));
    let mut span = |fields: [String; 2], kind, path: &str, duration_ms: u32| {
        let [path_field, duration_field] = fields;
        if let Err(message) = validate::line(path, 1, PATH_MAX) {
            errors.add(path_field, message);
        }
        errors.check(&duration_field, duration_ms <= DURATION_MAX_MS, format!("must be at most {DURATION_MAX_MS}"));
        let name = if kind == Call { known.call(path.trim()) } else { known.page(path.trim()) };
        name.map(|name| Span { kind, name, duration_ms })
    };
    let page = if form.is_load { Load } else { Navigation };
    let mut spans = vec![span(["page".to_owned(), "duration_ms".to_owned()], page, &form.page, form.duration_ms)];
    for (at, call) in form.calls.iter().take(CALLS_MAX).enumerate() {
        let fields = [format!("calls.{at}.path"), format!("calls.{at}.duration_ms")];
        spans.push(span(fields, Call, &call.path, call.duration_ms));
    }
    errors.finish()?;
    Ok(spans.into_iter().flatten().collect())
}

/// What took its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TraceKind {
    /// A page that was loaded anew.
    Load,
    /// A page that the application went to.
    Navigation,
    /// A call of a page.
    Call,
}

/// How long a page or a call took in people's browsers.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClientTrace {
    /// What it is.
    pub kind: TraceKind,
    /// Its pattern, with `:id` for parts that differ.
    pub path: String,
    /// How many were reported: a part of all.
    pub reports: u64,
    /// The mean, in milliseconds.
    pub mean_ms: u32,
    /// Half of them took at most so long, in milliseconds.
    pub median_ms: u32,
    /// 95 of 100 took at most so long, in milliseconds.
    pub p95_ms: u32,
}

impl From<Durations> for ClientTrace {
    fn from(durations: Durations) -> Self {
        let count = durations.count();
        Self {
            kind: match durations.kind {
                client_traces::TraceKind::Load => TraceKind::Load,
                client_traces::TraceKind::Navigation => TraceKind::Navigation,
                client_traces::TraceKind::Call => TraceKind::Call,
            },
            reports: count,
            mean_ms: u32::try_from(durations.sum_ms / count.max(1)).unwrap_or(u32::MAX),
            median_ms: durations.quantile_ms(0.5).round() as u32,
            p95_ms: durations.quantile_ms(0.95).round() as u32,
            path: durations.name,
        }
    }
}

/// Lists how long pages and calls of the application took in browsers in the last 7 days, today among them: those that people
/// waited for longest in all first.
#[utoipa::path(get, path = "/api/admin/client_traces", tag = "admin",
    responses((status = 200, body = Data<Vec<ClientTrace>>)))]
pub async fn list_client_traces(
    State(app): State<ApiState>,
    _god: God,
) -> Result<Json<Data<Vec<ClientTrace>>>, Problem> {
    let from = Day(app.clock.now().day().0 - (LISTED_DAYS - 1));
    let found = app.store.read("list_client_traces", async move |conn| client_traces::since(conn, from).await).await?;
    Ok(data(found.into_iter().map(Into::into).collect()))
}
