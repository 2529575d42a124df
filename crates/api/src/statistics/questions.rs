//! Statistics: one question, three views.

pub mod by_get;
pub mod clicks;
mod derived;
pub(crate) mod file;
pub(crate) mod metrics;
pub(crate) mod names;
mod options;
mod request;
pub mod turns;

pub use metrics::{AdvertiserMetrics, Figures, NetworkMetrics, WebmasterMetrics};
pub(crate) use options::lists_of;
pub use options::{
    __path_list_advertiser_stats_filters, __path_list_network_stats_filters, __path_list_webmaster_stats_filters,
    StatsOption, StatsOptions, list_advertiser_stats_filters, list_network_stats_filters, list_webmaster_stats_filters,
};
pub use request::{AdvertiserStatsRequest, NetworkStatsRequest, WebmasterStatsRequest};
pub use request::{StatsDecimal, StatsFilter, StatsFilters, StatsRequest, StatsValue};
pub use turns::{ExportTurn, FILES_PER_ACCOUNT_MAX, Turns};

use crate::auth::{Advertiser, Staff, Webmaster};
use crate::dictionaries::words::NetworkDimensionName;
use crate::extract::Json;
use crate::list::Pagination;
use crate::state::ApiState;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use names::{Asker, known_filter_keys, resolve};
use placard_common::error::Problem;
use placard_model::user::UserType;
use placard_model::{Day, UserId};
use placard_stats::{Dimension, Page, Period, Query, StatsError, StatsScope, Table};
use placard_store::names::Named;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Days of a webmaster's question without a period: the last 6 through today.
const WEBMASTER_DAYS: i32 = 7;

/// One row of an answer: the metrics stand beside these fields.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StatsRow<M> {
    /// The dimension of the row.
    #[schema(value_type = NetworkDimensionName)]
    pub level: &'static str,
    /// The key: an id, a code, a date.
    pub id: String,
    /// The name; null where none is known.
    #[schema(required)]
    pub name: Option<String>,
    /// The keys of the levels above: filters of the question that leave one value.
    pub parents: BTreeMap<String, String>,
    /// Whether the question had more groups: ask them with this row's key as a filter.
    pub has_children: bool,
    /// The metrics.
    #[serde(flatten)]
    pub metrics: M,
}

/// An answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StatsAnswer<M> {
    /// The rows of the page.
    pub result: Vec<StatsRow<M>>,
    /// The metrics of all rows of all pages: additive ones add up, ratios are made from the sums.
    pub total_result: M,
    /// Names by dimension and id, of rows and of filters.
    pub names: BTreeMap<String, BTreeMap<String, String>>,
    /// Which page of how many.
    pub pagination: Pagination,
}

/// The advertiser's statistics. Today when no period is given; with `format: csv_file` the answer is a file.
#[utoipa::path(post, path = "/api/advertiser/stats/tmp_with_postbacks", tag = "stats", request_body = AdvertiserStatsRequest,
    responses((status = 200, content((StatsAnswer<AdvertiserMetrics> = "application/json"), (String = "text/csv")))))]
pub async fn query_advertiser_stats(
    State(app): State<ApiState>,
    user: Advertiser,
    Json(request): Json<StatsRequest>,
) -> Result<Response, Problem> {
    respond::<AdvertiserMetrics>(app, advertiser_asker(&user), request, 1).await
}

/// The webmaster's statistics. The last 6 days through today when no period is given; with `format: csv_file` the
/// answer is a file.
#[utoipa::path(post, path = "/api_v2/webmaster/stats", tag = "stats", request_body = WebmasterStatsRequest,
    responses((status = 200, content((StatsAnswer<WebmasterMetrics> = "application/json"), (String = "text/csv")))))]
pub async fn query_webmaster_stats(
    State(app): State<ApiState>,
    user: Webmaster,
    Json(request): Json<StatsRequest>,
) -> Result<Response, Problem> {
    respond::<WebmasterMetrics>(app, webmaster_asker(&user), request, WEBMASTER_DAYS).await
}

/// The network's statistics; sales see what their clients buy and sell. Today when no period is given; with
/// `format: csv_file` the answer is a file.
#[utoipa::path(post, path = "/api/admin/stats", tag = "stats", request_body = NetworkStatsRequest,
    responses((status = 200, content((StatsAnswer<NetworkMetrics> = "application/json"), (String = "text/csv")))))]
pub async fn query_network_stats(
    State(app): State<ApiState>,
    user: Staff,
    Json(request): Json<StatsRequest>,
) -> Result<Response, Problem> {
    let asker = staff_asker(&app, &user).await?;
    respond::<NetworkMetrics>(app, asker, request, 1).await
}

fn advertiser_asker(user: &Advertiser) -> Asker {
    Asker { account: user.id(), facts: StatsScope::advertiser(user.id()), rows: user.scope() }
}

fn webmaster_asker(user: &Webmaster) -> Asker {
    Asker { account: user.id(), facts: StatsScope::webmaster(user.id()), rows: user.scope() }
}

async fn staff_asker(app: &ApiState, user: &Staff) -> Result<Asker, Problem> {
    staff_scope(app, user.user.id, user.user.user_type, user.scope()).await
}

/// Staff, and what they see: all of the network, or what their clients buy and sell.
pub(crate) async fn staff_scope(
    app: &ApiState,
    account: UserId,
    user_type: UserType,
    rows: placard_store::Scope,
) -> Result<Asker, Problem> {
    if user_type == UserType::God {
        return Ok(Asker { account, facts: StatsScope::network(), rows });
    }
    let clients = app
        .store
        .read("list_clients", async move |conn| placard_store::names::ids_of(conn, rows, Named::User).await)
        .await?;
    let clients = clients.into_iter().map(UserId).collect();
    Ok(Asker { account, facts: StatsScope::clients(clients), rows })
}

/// Today, UTC.
pub(crate) fn day_now(app: &ApiState) -> Day {
    app.clock.now().day()
}

async fn respond<M: Figures>(
    app: ApiState,
    asker: Asker,
    request: StatsRequest,
    default_days: i32,
) -> Result<Response, Problem> {
    let (format, decimal) = (request.format, request.decimal);
    let default = Period::ending(day_now(&app), default_days);
    let mut query = request.into_query(M::VIEW, default)?;
    let (filters, parents) = (query.filters.clone(), parents_of(&query));
    if format.is_some() {
        derived::resolve(&app, &asker, &mut query).await?;
        return file::respond(app, asker, query, decimal.map(Into::into).unwrap_or_default()).await;
    }
    let has_children = query.groups.len() > 1;
    query.groups.truncate(1);
    let (page, group) = (query.page, query.groups.first().copied());
    let ask = async {
        derived::resolve(&app, &asker, &mut query).await?;
        app.stats.answer(query, asker.facts.clone()).await.map_err(too_large)
    };
    let table = app.turns.ask(asker.account, ask).await??;
    let mut wanted = known_filter_keys(&app, &asker, &filters).await?;
    if let Some(group) = group {
        wanted.entry(group).or_default().extend(table.rows.iter().filter_map(|row| row.keys.first().copied()));
    }
    let names = resolve(&app, &asker, &wanted).await?;
    let pagination = pagination_of(page, &table);
    let rows = table.rows.into_iter().filter_map(|row| Some((group?, *row.keys.first()?, row.sums)));
    let result = rows.map(|(group, key, sums)| StatsRow {
        level: group.name(),
        id: group.text(key),
        name: names.get(group, key),
        parents: parents.clone(),
        has_children,
        metrics: M::from(sums),
    });
    Ok(Json(StatsAnswer {
        result: result.collect(),
        total_result: M::from(table.total),
        names: names.of(&wanted),
        pagination,
    })
    .into_response())
}

/// Of a question for a table its asker knows what to leave out, where memory does not suffice.
fn too_large(error: StatsError) -> Problem {
    if !error.is_of_memory() {
        return error.into();
    }
    tracing::warn!("{error}");
    let advice =
        "need more memory than there is for statistics now: ask for a shorter period or fewer groups, or again later";
    Problem::field("filters", advice)
}

/// The keys that filters leave as the only ones.
fn parents_of(query: &Query) -> BTreeMap<String, String> {
    let single = query.filters.iter().filter(|filter| !filter.excluded && filter.keys.len() == 1);
    let text =
        |dimension: Dimension, filter: &placard_stats::Filter| filter.keys.first().map(|key| dimension.text(*key));
    single.filter_map(|filter| Some((filter.dimension.name().to_owned(), text(filter.dimension, filter)?))).collect()
}

fn pagination_of(page: Page, table: &Table) -> Pagination {
    let number = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
    Pagination {
        current_page: number(page.number),
        last_page: number(table.row_count.div_ceil(u64::from(page.count)).max(1)),
        per_page: page.count,
        total: table.row_count,
    }
}
