//! The statistics of pushes, by the names of the push API.

use super::figures::{METRICS, PushFigures};
use super::list::OffsetPagination;
use super::stats_query::{Asked, Groups, PushStatsQuery};
use crate::auth::Member;
use crate::extract::{Json, Qs};
use crate::state::ApiState;
use crate::statistics::questions::file::{Written, send};
use crate::statistics::questions::names::{Asker, Names, Wanted, resolve};
use crate::statistics::questions::staff_scope;
use axum::extract::State;
use axum::response::Response;
use placard_common::error::Problem;
use placard_stats::csv::{Cell, Decimal, line};
use placard_stats::{Dimension, Key, Metric, MetricValue, Page, Part, Query, Row, StatsScope, Sums, Table};
use placard_store::advertising::push_names;
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// What a row is of: those of its fields are there that the group has.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct PushStatsRow {
    /// Grouped by campaign: its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub campaign_id: Option<i64>,
    /// Grouped by campaign: its UUID.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub campaign_uuid: Option<String>,
    /// Grouped by campaign: its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub campaign_name: Option<String>,
    /// Grouped by ad: its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ad_id: Option<i64>,
    /// Grouped by ad: its UUID.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ad_uuid: Option<String>,
    /// Grouped by ad: its title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ad_title: Option<String>,
    /// Grouped by country: two letters, `ZZ` when unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country_code: Option<String>,
    /// Grouped by country: its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country_name: Option<String>,
    /// Grouped by device type: its number, 0 when unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device_type_id: Option<i64>,
    /// Grouped by device type: its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device_type_name: Option<String>,
    /// Grouped by block: its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_id: Option<i64>,
    /// Grouped by block: its site's domain and number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_name: Option<String>,
    /// Grouped by user: the webmaster's number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<i64>,
    /// Grouped by user: the webmaster's address, for staff alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_name: Option<String>,
    /// Grouped by month: `YYYY-MM`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub month: Option<String>,
    /// Grouped by date: `YYYY-MM-DD`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The figures.
    #[serde(flatten)]
    pub figures: Option<PushFigures>,
}

/// Rows of a page, and the figures of all pages.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PushStats {
    /// The rows of the page.
    pub stats: Vec<PushStatsRow>,
    /// The figures of all rows of all pages: ratios are made from the sums.
    pub total: PushFigures,
}

/// An answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PushStatsAnswer {
    /// Rows and total.
    pub data: PushStats,
    /// Which rows of how many.
    pub pagination: OffsetPagination,
}

/// The statistics of pushes: an advertiser's own, the network's for its owner, their clients' for sales. The last 7 days when
/// no period is given. Who does not pay the webmasters sees their numbers alone.
#[utoipa::path(get, path = "/api-push-proxy/stats/push", tag = "push", params(PushStatsQuery),
    responses((status = 200, body = PushStatsAnswer)))]
pub async fn get_push_stats(
    State(app): State<ApiState>,
    member: Member,
    Qs(query): Qs<PushStatsQuery>,
) -> Result<Json<PushStatsAnswer>, Problem> {
    let asker = asker_of(&app, &member).await?;
    let Asked { query, limit, offset, group } = query.read(&app, asker.rows).await?;
    let table = page_of(&app, &asker, query, limit, offset).await?;
    let names = Beside::of(&app, &asker, group, &table.rows).await?;
    let stats = table.rows.iter().map(|row| names.row(row)).collect();
    let pagination = OffsetPagination { total: table.row_count, limit, offset };
    let data = PushStats { stats, total: PushFigures::new(&table.total) };
    Ok(Json(PushStatsAnswer { data, pagination }))
}

/// The same as a file (RFC 4180): all rows, or those of the page where `limit` or `offset` say one; the total of all rows at the end.
#[utoipa::path(get, path = "/api-push-proxy/stats/push/csv", tag = "push", params(PushStatsQuery),
    responses((status = 200, body = String, content_type = "text/csv")))]
pub async fn export_push_stats(
    State(app): State<ApiState>,
    member: Member,
    Qs(query): Qs<PushStatsQuery>,
) -> Result<Response, Problem> {
    let asker = asker_of(&app, &member).await?;
    let (decimal, limit) = (query.decimal(), query.limit);
    let Asked { query, offset, group, .. } = query.read(&app, asker.rows).await?;
    let window =
        Window { skipped: offset as usize, left: limit.filter(|limit| *limit > 0).map(|limit| limit as usize) };
    let name = format!("placard-push-statistics-{}-{}.csv", query.period.first, query.period.last);
    let turn = app.turns.file(asker.account)?;
    let made = app.turns.ask(asker.account, write_file(&app, &asker, query, group, window, decimal)).await??;
    send(made, &name, turn).await
}

async fn asker_of(app: &ApiState, member: &Member) -> Result<Asker, Problem> {
    if member.user.user_type.is_staff() {
        member.check_second_factor(app)?;
        return staff_scope(app, member.id(), member.user.user_type, member.scope()).await;
    }
    if !member.user.is_advertiser {
        return Err(Problem::Forbidden(
            "Only advertisers may do this. Switch the advertiser's cabinet on in your account.".into(),
        ));
    }
    Ok(Asker { account: member.id(), facts: StatsScope::advertiser(member.id()), rows: member.scope() })
}

/// The rows from `offset` on: pages of facts begin at multiples of their size, so that a page here may lie in two of them.
async fn page_of(app: &ApiState, asker: &Asker, query: Query, limit: u32, offset: u32) -> Result<Table, Problem> {
    let (number, skipped) = (u64::from(offset / limit) + 1, (offset % limit) as usize);
    let ask = async |number: u64| {
        let query = Query { page: Page { number, count: limit }, ..query.clone() };
        Ok::<_, Problem>(app.turns.ask(asker.account, app.stats.answer(query, asker.facts.clone())).await??)
    };
    let mut table = ask(number).await?;
    if skipped > 0 {
        table.rows.drain(..skipped.min(table.rows.len()));
        if table.row_count > number * u64::from(limit) {
            let next = ask(number + 1).await?;
            table.rows.extend(next.rows.into_iter().take(skipped));
        }
    }
    Ok(table)
}

/// What stands beside the keys of rows.
struct Beside {
    group: Groups,
    names: Names,
    uuids: HashMap<i64, String>,
    shows_users: bool,
}

impl Beside {
    async fn of(app: &ApiState, asker: &Asker, group: Groups, rows: &[Row]) -> Result<Self, Problem> {
        let keys: Vec<Key> = rows.iter().filter_map(|row| row.keys.first().copied()).collect();
        let ids: Vec<i64> = keys.iter().map(|key| key.0).collect();
        let dimension = group.dimension();
        let wanted = Wanted::from([(dimension, keys.into_iter().collect())]);
        let names = resolve(app, asker, &wanted).await?;
        let scope = asker.rows;
        let found = app
            .store
            .read("list_push_uuids", async move |conn| match dimension {
                Dimension::Campaign => push_names::campaign_uuids(conn, scope, &ids).await,
                Dimension::Ad => push_names::ad_uuids(conn, scope, &ids).await,
                _ => Ok(HashMap::new()),
            })
            .await?;
        let uuids = found.into_iter().map(|(id, uuid)| (id, uuid.to_string())).collect();
        Ok(Self { group, names, uuids, shows_users: asker.is_staff() })
    }

    fn name(&self, key: Key) -> Option<String> {
        self.names.get(self.group.dimension(), key)
    }

    fn row(&self, row: &Row) -> PushStatsRow {
        let key = row.keys.first().copied().unwrap_or(Key(0));
        let (id, name, uuid) = (Some(key.0), self.name(key), self.uuids.get(&key.0).cloned());
        let text = Some(self.group.dimension().text(key));
        let empty = PushStatsRow { figures: Some(PushFigures::new(&row.sums)), ..PushStatsRow::default() };
        match self.group {
            Groups::Campaign => PushStatsRow { campaign_id: id, campaign_uuid: uuid, campaign_name: name, ..empty },
            Groups::Ad => PushStatsRow { ad_id: id, ad_uuid: uuid, ad_title: name, ..empty },
            Groups::Country => PushStatsRow { country_code: text, country_name: name, ..empty },
            Groups::DeviceType => PushStatsRow { device_type_id: id, device_type_name: name, ..empty },
            Groups::Block => PushStatsRow { block_id: id, block_name: name, ..empty },
            Groups::User => PushStatsRow { user_id: id, user_name: name.filter(|_| self.shows_users), ..empty },
            Groups::Month => PushStatsRow { month: text, ..empty },
            Groups::Date => PushStatsRow { date: text, ..empty },
        }
    }

    /// The cells of a file's line that say what it is of.
    fn cells(&self, row: &Row) -> Vec<Cell> {
        let key = row.keys.first().copied().unwrap_or(Key(0));
        let text = Cell::Text(self.group.dimension().text(key));
        let name = Cell::Text(self.name(key).unwrap_or_default());
        match self.group {
            Groups::Month | Groups::Date => vec![text],
            Groups::User if !self.shows_users => vec![text],
            _ => vec![text, name],
        }
    }
}

/// Which rows of a stream are written.
struct Window {
    /// Rows that are passed over yet.
    skipped: usize,
    /// Rows that are written yet; none: all.
    left: Option<usize>,
}

impl Window {
    /// The rows of a part that lie in it.
    fn of(&mut self, rows: Vec<Row>) -> Vec<Row> {
        let passed = self.skipped.min(rows.len());
        self.skipped -= passed;
        let taken = self.left.unwrap_or(usize::MAX).min(rows.len() - passed);
        self.left = self.left.map(|left| left - taken);
        rows.into_iter().skip(passed).take(taken).collect()
    }
}

async fn write_file(
    app: &ApiState,
    asker: &Asker,
    query: Query,
    group: Groups,
    mut window: Window,
    decimal: Decimal,
) -> Result<Written, Problem> {
    let mut rows = app.stats.stream(query, asker.facts.clone());
    let mut written = Written::begin(app).await?;
    let titles = group.titles(asker.is_staff());
    let heads = titles.iter().map(|title| (*title).to_owned()).chain(METRICS.map(|(name, _)| name.to_owned()));
    let advice = "ask for a shorter period";
    written.add(&line(heads.map(Cell::Text), decimal), "stats_to", advice).await?;
    let mut total = Sums::default();
    while let Some(part) = rows.next().await {
        match part? {
            Part::Total(sums) => total = sums,
            Part::Rows(rows) => {
                let rows = window.of(rows);
                if rows.is_empty() {
                    continue;
                }
                let beside = Beside::of(app, asker, group, &rows).await?;
                let lines =
                    rows.iter().flat_map(|row| line(beside.cells(row).into_iter().chain(figures(&row.sums)), decimal));
                written.add(&lines.collect::<Vec<u8>>(), "stats_to", advice).await?;
            }
        }
    }
    let blank = titles.iter().skip(1).map(|_| Cell::Text(String::new()));
    let last = std::iter::once(Cell::Text("Total".to_owned())).chain(blank).chain(figures(&total));
    written.add(&line(last, decimal), "stats_to", advice).await?;
    Ok(written)
}

/// The cells of figures; empty where one would divide by zero.
fn figures(sums: &Sums) -> impl Iterator<Item = Cell> {
    let cell = |metric: Metric| match metric.value(sums) {
        None => Cell::Text(String::new()),
        Some(MetricValue::Count(count)) => Cell::Count(count),
        Some(MetricValue::Money(money)) => Cell::Amount(money),
        // A ratio has six decimals too.
        Some(MetricValue::Ratio(millionths)) => Cell::Amount(placard_model::Money::from_micros(millionths)),
    };
    METRICS.map(|(_, metric)| cell(metric)).into_iter()
}
