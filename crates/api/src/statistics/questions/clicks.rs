//! The click log of both cabinets: one row a click, with its verdict and the reason for it.
//!
//! The advertiser sees what a click cost and what followed from it, the webmaster what it earned; neither sees the amount of
//! the other.

mod asked;

pub use asked::{AdvertiserClickQuery, WebmasterClickQuery};
pub(crate) use asked::{Chosen, ClickWords, question};

use super::file::{self, Written};
use super::names::{Asker, Names, Wanted, resolve};
use super::options::StatsOption;
use super::{advertiser_asker, day_now, webmaster_asker};
use crate::auth::{Advertiser, Webmaster};
use crate::dictionaries::words::VerdictName;
use crate::extract::{Json, Path, Qs};
use crate::list::{Data, List, Page, SEARCH_CHARS_MAX, data};
use crate::state::ApiState;
use asked::Asked;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use placard_common::error::Problem;
use placard_model::event::EventRef;
use placard_model::{Money, UnixMs};
use placard_stats::csv::{self, Cell, Decimal};
use placard_stats::{Click, ClickConversions, ClickQuestion, Dimension, ROWS_REACHED_MAX};
use serde::Serialize;
use utoipa::ToSchema;

/// Clicks of a page.
const PAGE_ROWS: u32 = 50;
/// Clicks of a file that are read at once.
const FILE_PART: u32 = 5_000;
/// Clicks that a file can have.
const FILE_ROWS_MAX: usize = 200_000;
/// What to do about a file that is too large.
const FILE_ADVICE: &str = "ask for a shorter period";

/// Conversions of a click, by state, with their worth in dollars.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ClickConversionSums {
    /// Those that wait.
    pub hold: i64,
    /// Approved ones.
    pub approved: i64,
    /// Rejected ones.
    pub rejected: i64,
    /// Worth of those that wait.
    #[schema(value_type = f64)]
    pub hold_money: Money,
    /// Worth of the approved ones.
    #[schema(value_type = f64)]
    pub approved_money: Money,
    /// What the rejected ones would have been worth.
    #[schema(value_type = f64)]
    pub rejected_money: Money,
}

impl From<ClickConversions> for ClickConversionSums {
    fn from(sums: ClickConversions) -> Self {
        let ClickConversions { hold, approved, rejected, hold_money, approved_money, rejected_money } = sums;
        Self { hold, approved, rejected, hold_money, approved_money, rejected_money }
    }
}

/// A click. What only one side sees stands beside these fields.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClickRow<S> {
    /// What stands for it in landing pages and postbacks.
    pub click_id: String,
    /// When it came.
    #[schema(value_type = String, format = DateTime)]
    pub clicked_at: UnixMs,
    /// What became of it.
    #[schema(value_type = VerdictName)]
    pub verdict: &'static str,
    /// Why, in a sentence.
    pub reason: &'static str,
    /// The site.
    pub site: StatsOption,
    /// The block.
    pub block: StatsOption,
    /// What was advertised.
    pub target: StatsOption,
    /// The country.
    pub country: StatsOption,
    /// The region.
    pub region: StatsOption,
    /// The city.
    pub city: StatsOption,
    /// The device type.
    pub device: StatsOption,
    /// The operating system.
    pub os: StatsOption,
    /// The browser.
    pub browser: StatsOption,
    /// The network.
    pub isp: StatsOption,
    /// The language.
    pub language: StatsOption,
    /// The kind of traffic.
    pub traffic_source: StatsOption,
    /// What this side sees alone.
    #[serde(flatten)]
    pub side: S,
}

/// What the advertiser sees of a click.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AdvertiserSide {
    /// The campaign.
    pub campaign: StatsOption,
    /// The ad group.
    pub group: StatsOption,
    /// The ad.
    pub ad: StatsOption,
    /// What is paid for it, in dollars.
    #[schema(value_type = f64)]
    pub cost: Money,
    /// What followed from it.
    pub conversions: ClickConversionSums,
}

/// What the webmaster sees of a click.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WebmasterSide {
    /// What is earned by it, in dollars.
    #[schema(value_type = f64)]
    pub earning: Money,
}

/// What is common to both sides, in the order of a file's columns.
const COMMON: [Dimension; 12] = [
    Dimension::Site,
    Dimension::Block,
    Dimension::Target,
    Dimension::Country,
    Dimension::Region,
    Dimension::City,
    Dimension::Device,
    Dimension::Os,
    Dimension::Browser,
    Dimension::Isp,
    Dimension::Language,
    Dimension::TrafficSource,
];

/// A side of the click log.
pub trait ClickSide: Serialize {
    /// The dimensions that this side sees alone.
    const DIMENSIONS: &'static [Dimension];
    /// The headings of what else it sees, in a file.
    const HEADINGS: &'static [&'static str];

    /// What it sees of a click.
    fn of(click: &Click, named: &dyn Fn(Dimension) -> StatsOption) -> Self;
    /// The same in a file.
    fn cells(click: &Click) -> Vec<Cell>;
}

impl ClickSide for AdvertiserSide {
    const DIMENSIONS: &'static [Dimension] = &[Dimension::Campaign, Dimension::Group, Dimension::Ad];
    const HEADINGS: &'static [&'static str] =
        &["cost", "hold", "approved", "rejected", "hold_money", "approved_money", "rejected_money"];

    fn of(click: &Click, named: &dyn Fn(Dimension) -> StatsOption) -> Self {
        Self {
            campaign: named(Dimension::Campaign),
            group: named(Dimension::Group),
            ad: named(Dimension::Ad),
            cost: click.cost,
            conversions: click.conversions.into(),
        }
    }

    fn cells(click: &Click) -> Vec<Cell> {
        let ClickConversions { hold, approved, rejected, hold_money, approved_money, rejected_money } =
            click.conversions;
        let counts = [hold, approved, rejected].map(Cell::Count);
        let amounts = [hold_money, approved_money, rejected_money].map(Cell::Amount);
        std::iter::once(Cell::Amount(click.cost)).chain(counts).chain(amounts).collect()
    }
}

impl ClickSide for WebmasterSide {
    const DIMENSIONS: &'static [Dimension] = &[];
    const HEADINGS: &'static [&'static str] = &["earning"];

    fn of(click: &Click, _: &dyn Fn(Dimension) -> StatsOption) -> Self {
        Self { earning: click.earned }
    }

    fn cells(click: &Click) -> Vec<Cell> {
        vec![Cell::Amount(click.earned)]
    }
}

/// The advertiser's clicks, the latest first; the last 7 days when none are named. With `format=csv_file` the answer is a
/// file.
#[utoipa::path(get, path = "/api/advertiser/clicks", tag = "advertiser", params(AdvertiserClickQuery),
    responses((status = 200, content((List<ClickRow<AdvertiserSide>> = "application/json"), (String = "text/csv")))))]
pub async fn list_advertiser_clicks(
    State(app): State<ApiState>,
    user: Advertiser,
    Qs(query): Qs<AdvertiserClickQuery>,
) -> Result<Response, Problem> {
    respond::<AdvertiserSide>(app, advertiser_asker(&user), query.into()).await
}

/// The webmaster's clicks, the latest first; the last 7 days when none are named. With `format=csv_file` the answer is a
/// file.
#[utoipa::path(get, path = "/api/webmaster/clicks", tag = "webmaster", params(WebmasterClickQuery),
    responses((status = 200, content((List<ClickRow<WebmasterSide>> = "application/json"), (String = "text/csv")))))]
pub async fn list_webmaster_clicks(
    State(app): State<ApiState>,
    user: Webmaster,
    Qs(query): Qs<WebmasterClickQuery>,
) -> Result<Response, Problem> {
    respond::<WebmasterSide>(app, webmaster_asker(&user), query.into()).await
}

/// One of the advertiser's clicks, by the id that landing pages and postbacks have.
#[utoipa::path(get, path = "/api/advertiser/clicks/{click_id}", tag = "advertiser",
    params(("click_id" = String, Path)), responses((status = 200, body = Data<ClickRow<AdvertiserSide>>)))]
pub async fn get_advertiser_click(
    State(app): State<ApiState>,
    user: Advertiser,
    Path(click_id): Path<String>,
) -> Result<Json<Data<ClickRow<AdvertiserSide>>>, Problem> {
    find(&app, &advertiser_asker(&user), &click_id).await
}

/// One of the webmaster's clicks, by the id that landing pages and postbacks have.
#[utoipa::path(get, path = "/api/webmaster/clicks/{click_id}", tag = "webmaster",
    params(("click_id" = String, Path)), responses((status = 200, body = Data<ClickRow<WebmasterSide>>)))]
pub async fn get_webmaster_click(
    State(app): State<ApiState>,
    user: Webmaster,
    Path(click_id): Path<String>,
) -> Result<Json<Data<ClickRow<WebmasterSide>>>, Problem> {
    find(&app, &webmaster_asker(&user), &click_id).await
}

async fn find<S: ClickSide>(app: &ApiState, asker: &Asker, click_id: &str) -> Result<Json<Data<ClickRow<S>>>, Problem> {
    let found = find_rows(app, asker, click_id).await?.pop();
    found.map(data).ok_or(Problem::NotFound)
}

/// The click of an id, if it is one that the asker has.
async fn find_rows<S: ClickSide>(app: &ApiState, asker: &Asker, click_id: &str) -> Result<Vec<ClickRow<S>>, Problem> {
    let found = app.turns.ask(asker.account, find_click(app, asker, click_id)).await??;
    let names = names_of::<S>(app, asker, found.as_slice()).await?;
    Ok(found.iter().map(|click| row(app, click, &names)).collect())
}

async fn find_click(app: &ApiState, asker: &Asker, click_id: &str) -> Result<Option<Click>, Problem> {
    let Some(place) = app.delivery.click_ids.read(click_id.trim()) else { return Ok(None) };
    Ok(app.stats.click(place, asker.facts.clone()).await?)
}

async fn respond<S: ClickSide>(app: ApiState, asker: Asker, asked: Asked) -> Result<Response, Problem> {
    let page = Page::new(asked.page, asked.count, PAGE_ROWS)?;
    if page.offset() + u64::from(page.rows) > ROWS_REACHED_MAX {
        return Err(Problem::field("page", format!("must reach at most {ROWS_REACHED_MAX} clicks")));
    }
    let (search, is_file, decimal) = (asked.search.clone(), asked.is_file, asked.decimal);
    let question = asked::read(asked, day_now(&app))?;
    if search.chars().count() > SEARCH_CHARS_MAX {
        return Err(Problem::field("searchPhrase", format!("must have at most {SEARCH_CHARS_MAX} characters")));
    }
    if is_file {
        return answer_file::<S>(app, asker, question, &search, decimal).await;
    }
    if !search.is_empty() {
        let rows: Vec<ClickRow<S>> = find_rows(&app, &asker, &search).await?;
        let pagination = page.pagination(rows.len() as u64);
        return Ok(Json(List { data: rows, pagination, total_statistic: None, counts_by_status: None }).into_response());
    }
    let wanted = placard_stats::Page { number: page.number.into(), count: page.rows };
    let clicks = app.stats.clicks(question, wanted, asker.facts.clone());
    let clicks = app.turns.ask(asker.account, clicks).await??;
    let names = names_of::<S>(&app, &asker, &clicks.rows).await?;
    let rows: Vec<ClickRow<S>> = clicks.rows.iter().map(|click| row(&app, click, &names)).collect();
    let pagination = page.pagination(clicks.total);
    Ok(Json(List { data: rows, pagination, total_statistic: None, counts_by_status: None }).into_response())
}

async fn names_of<S: ClickSide>(app: &ApiState, asker: &Asker, clicks: &[Click]) -> Result<Names, Problem> {
    let mut wanted = Wanted::new();
    for dimension in COMMON.iter().chain(S::DIMENSIONS) {
        wanted.entry(*dimension).or_default().extend(clicks.iter().filter_map(|click| click.key(*dimension)));
    }
    resolve(app, asker, &wanted).await
}

/// A value of a click, with its name or else its key.
fn named(click: &Click, names: &Names, dimension: Dimension) -> StatsOption {
    let Some(key) = click.key(dimension) else { return StatsOption { id: String::new(), name: String::new() } };
    let id = dimension.text(key);
    StatsOption { name: names.get(dimension, key).unwrap_or_else(|| id.clone()), id }
}

fn row<S: ClickSide>(app: &ApiState, click: &Click, names: &Names) -> ClickRow<S> {
    let named = |dimension: Dimension| named(click, names, dimension);
    ClickRow {
        click_id: app.delivery.click_ids.make(click.click),
        clicked_at: click.clicked_at,
        verdict: click.verdict.name(),
        reason: click.verdict.reason(),
        site: named(Dimension::Site),
        block: named(Dimension::Block),
        target: named(Dimension::Target),
        country: named(Dimension::Country),
        region: named(Dimension::Region),
        city: named(Dimension::City),
        device: named(Dimension::Device),
        os: named(Dimension::Os),
        browser: named(Dimension::Browser),
        isp: named(Dimension::Isp),
        language: named(Dimension::Language),
        traffic_source: named(Dimension::TrafficSource),
        side: S::of(click, &named),
    }
}

async fn answer_file<S: ClickSide>(
    app: ApiState,
    asker: Asker,
    question: ClickQuestion,
    search: &str,
    decimal: Decimal,
) -> Result<Response, Problem> {
    let name = match search {
        "" => format!("placard-clicks-{}-{}.csv", question.period.first, question.period.last),
        _ => "placard-click.csv".to_owned(),
    };
    let turn = app.turns.file(asker.account)?;
    let written = app.turns.ask(asker.account, write_file::<S>(&app, &asker, question, search, decimal)).await??;
    file::send(written, &name, turn).await
}

/// Writes the click of an id, or else all clicks, part by part: each begins where the one before ended.
async fn write_file<S: ClickSide>(
    app: &ApiState,
    asker: &Asker,
    question: ClickQuestion,
    search: &str,
    decimal: Decimal,
) -> Result<Written, Problem> {
    let mut written = Written::begin(app).await?;
    let dimensions: Vec<Dimension> = S::DIMENSIONS.iter().chain(&COMMON).copied().collect();
    let titles = dimensions.iter().flat_map(|one| [format!("{}_id", one.name()), one.name().to_owned()]);
    let first = ["click_id", "clicked_at", "verdict", "reason"].map(str::to_owned).into_iter();
    let last = S::HEADINGS.iter().map(|heading| (*heading).to_owned());
    let header = csv::line(first.chain(titles).chain(last).map(Cell::from), decimal);
    written.add(&header, "filters", FILE_ADVICE).await?;
    if !search.is_empty() {
        let found = find_click(app, asker, search).await?;
        let lines = lines_of::<S>(app, asker, &dimensions, found.as_slice(), decimal).await?;
        written.add(&lines, "filters", FILE_ADVICE).await?;
        return Ok(written);
    }
    let (mut after, mut rows): (Option<EventRef>, usize) = (None, 0);
    loop {
        let clicks = app.stats.clicks_after(question.clone(), after, FILE_PART, asker.facts.clone()).await?;
        let Some(end) = clicks.last() else { return Ok(written) };
        (after, rows) = (Some(end.click), rows + clicks.len());
        if rows > FILE_ROWS_MAX {
            let text = format!("find more than {FILE_ROWS_MAX} clicks, which no file has: {FILE_ADVICE}");
            return Err(Problem::field("filters", text));
        }
        let lines = lines_of::<S>(app, asker, &dimensions, &clicks, decimal).await?;
        written.add(&lines, "filters", FILE_ADVICE).await?;
    }
}

/// The lines of clicks in a file.
async fn lines_of<S: ClickSide>(
    app: &ApiState,
    asker: &Asker,
    dimensions: &[Dimension],
    clicks: &[Click],
    decimal: Decimal,
) -> Result<Vec<u8>, Problem> {
    let names = names_of::<S>(app, asker, clicks).await?;
    let mut lines = Vec::with_capacity(clicks.len() * 256);
    for click in clicks {
        let id = app.delivery.click_ids.make(click.click);
        let first = [id, click.clicked_at.to_string(), click.verdict.name().to_owned()];
        let first = first.into_iter().chain([click.verdict.reason().to_owned()]);
        let values = dimensions.iter().flat_map(|dimension| {
            let StatsOption { id, name } = named(click, &names, *dimension);
            [id, name]
        });
        lines.extend(csv::line(first.chain(values).map(Cell::from).chain(S::cells(click)), decimal));
    }
    Ok(lines)
}
