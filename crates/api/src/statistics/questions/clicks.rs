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
use placard_model::event::{ConversionState, EventRef};
use placard_model::{Day, Money, UnixMs, UserId};
use placard_stats::csv::{self, Cell, Decimal};
use placard_stats::{
    Click, ClickConversions, ClickQuestion, Dimension, Direction, Period, ROWS_REACHED_MAX, StatsScope,
};
use placard_store::billing::settlements::{self, StoredConversion};
use placard_store::{Conn, Scope};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Clicks of a page.
const PAGE_ROWS: u32 = 50;
/// Clicks of a file that are read at once.
const FILE_PART: u32 = 5_000;
/// Clicks that a file can have.
const FILE_ROWS_MAX: usize = 200_000;
/// Clicks whose conversions are read at once: each has 100 at most.
const CONVERTED_AT_ONCE: usize = 200;
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

/// What is known of a conversion.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClickConversionState {
    /// It waits.
    Hold,
    /// Approved.
    Approved,
    /// Rejected.
    Rejected,
}

/// A conversion as the tracker told of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClickConversion {
    /// The tracker's id of it; empty when it gave none.
    pub id: String,
    /// What is known of it.
    pub state: ClickConversionState,
    /// What it is worth, in dollars.
    #[schema(value_type = f64)]
    pub payout: Money,
    /// What the visitor did, in the tracker's words; empty when it did not say.
    pub goal: String,
    /// The advertiser's number of the transaction; empty when the tracker gave none.
    pub transaction_id: String,
}

impl From<&StoredConversion> for ClickConversion {
    fn from(told: &StoredConversion) -> Self {
        Self {
            id: told.external_id.clone(),
            state: match told.state {
                ConversionState::Hold => ClickConversionState::Hold,
                ConversionState::Approved => ClickConversionState::Approved,
                ConversionState::Rejected => ClickConversionState::Rejected,
            },
            payout: told.payout,
            goal: told.goal.clone(),
            transaction_id: told.transaction_id.clone(),
        }
    }
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
    /// What stands for it: for the advertiser the id of landing pages and postbacks, for the webmaster another.
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
    /// The kind of the campaign.
    pub campaign_type: StatsOption,
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
    /// The conversions one by one, as the tracker told of them; at most 100.
    pub told: Vec<ClickConversion>,
}

/// What the webmaster sees of a click.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WebmasterSide {
    /// What is earned by it, in dollars.
    #[schema(value_type = f64)]
    pub earning: Money,
}

/// What is common to both sides, in the order of a file's columns.
const COMMON: [Dimension; 13] = [
    Dimension::Site,
    Dimension::Block,
    Dimension::Target,
    Dimension::CampaignType,
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

    /// What is somebody's own on this side, in statistics and in the database.
    fn own(user: UserId) -> (StatsScope, Scope);
    /// The id by which it knows a click.
    fn id(app: &ApiState, click: EventRef) -> String;
    /// Whether it sees conversions.
    const SEES_CONVERSIONS: bool;
    /// What it sees of a click, with what the tracker told of it.
    fn of(click: &Click, named: &dyn Fn(Dimension) -> StatsOption, told: &[StoredConversion]) -> Self;
    /// The same in a file.
    fn cells(click: &Click, told: &[StoredConversion]) -> Vec<Cell>;
}

impl ClickSide for AdvertiserSide {
    const DIMENSIONS: &'static [Dimension] = &[Dimension::Campaign, Dimension::Group, Dimension::Ad];
    const HEADINGS: &'static [&'static str] = &[
        "cost",
        "hold",
        "approved",
        "rejected",
        "hold_money",
        "approved_money",
        "rejected_money",
        "goals",
        "transactions",
    ];
    const SEES_CONVERSIONS: bool = true;

    fn own(user: UserId) -> (StatsScope, Scope) {
        (StatsScope::advertiser(user), Scope::Advertiser(user))
    }

    fn id(app: &ApiState, click: EventRef) -> String {
        app.delivery.click_ids.make(click)
    }

    fn of(click: &Click, named: &dyn Fn(Dimension) -> StatsOption, told: &[StoredConversion]) -> Self {
        Self {
            campaign: named(Dimension::Campaign),
            group: named(Dimension::Group),
            ad: named(Dimension::Ad),
            cost: click.cost,
            conversions: click.conversions.into(),
            told: told.iter().map(ClickConversion::from).collect(),
        }
    }

    fn cells(click: &Click, told: &[StoredConversion]) -> Vec<Cell> {
        let joined = |text: fn(&StoredConversion) -> &String| {
            let texts: Vec<&str> = told.iter().map(text).map(String::as_str).filter(|text| !text.is_empty()).collect();
            Cell::from(texts.join(" "))
        };
        let texts = [joined(|one| &one.goal), joined(|one| &one.transaction_id)];
        let ClickConversions { hold, approved, rejected, hold_money, approved_money, rejected_money } =
            click.conversions;
        let counts = [hold, approved, rejected].map(Cell::Count);
        let amounts = [hold_money, approved_money, rejected_money].map(Cell::Amount);
        std::iter::once(Cell::Amount(click.cost)).chain(counts).chain(amounts).chain(texts).collect()
    }
}

impl ClickSide for WebmasterSide {
    const DIMENSIONS: &'static [Dimension] = &[];
    const HEADINGS: &'static [&'static str] = &["earning"];
    const SEES_CONVERSIONS: bool = false;

    fn own(user: UserId) -> (StatsScope, Scope) {
        (StatsScope::webmaster(user), Scope::Webmaster(user))
    }

    /// Another than the tracker has: with that one anybody can report conversions of an advertiser without a secret.
    fn id(app: &ApiState, click: EventRef) -> String {
        app.delivery.click_names.make(click)
    }

    fn of(click: &Click, _: &dyn Fn(Dimension) -> StatsOption, _: &[StoredConversion]) -> Self {
        Self { earning: click.earned }
    }

    fn cells(click: &Click, _: &[StoredConversion]) -> Vec<Cell> {
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

/// One of the advertiser's clicks, by the id that landing pages and postbacks have, or the one that the webmaster has.
#[utoipa::path(get, path = "/api/advertiser/clicks/{click_id}", tag = "advertiser",
    params(("click_id" = String, Path)), responses((status = 200, body = Data<ClickRow<AdvertiserSide>>)))]
pub async fn get_advertiser_click(
    State(app): State<ApiState>,
    user: Advertiser,
    Path(click_id): Path<String>,
) -> Result<Json<Data<ClickRow<AdvertiserSide>>>, Problem> {
    find(&app, &advertiser_asker(&user), &click_id).await
}

/// One of the webmaster's clicks, by the id that the list has, or the one of landing pages.
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
    let beside = beside::<S>(app, asker, found.as_slice()).await?;
    Ok(found.iter().map(|click| row(app, click, &beside)).collect())
}

/// Either id finds it, so that both sides and staff can talk of one click.
async fn find_click(app: &ApiState, asker: &Asker, click_id: &str) -> Result<Option<Click>, Problem> {
    let (id, delivery) = (click_id.trim(), &app.delivery);
    let Some(place) = delivery.click_ids.read(id).or_else(|| delivery.click_names.read(id)) else { return Ok(None) };
    Ok(app.stats.click(place, asker.facts.clone()).await?)
}

async fn respond<S: ClickSide>(app: ApiState, asker: Asker, asked: Asked) -> Result<Response, Problem> {
    let page = Page::new(asked.page, asked.count, PAGE_ROWS)?;
    if page.offset() + u64::from(page.rows) > ROWS_REACHED_MAX {
        return Err(Problem::field("page", format!("must reach at most {ROWS_REACHED_MAX} clicks")));
    }
    let (search, is_file, decimal) = (asked.search.clone(), asked.is_file, asked.decimal);
    if search.chars().count() > SEARCH_CHARS_MAX {
        return Err(Problem::field("searchPhrase", format!("must have at most {SEARCH_CHARS_MAX} characters")));
    }
    let question = asked::read(asked, day_now(&app))?;
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
    let beside = beside::<S>(&app, &asker, &clicks.rows).await?;
    let rows: Vec<ClickRow<S>> = clicks.rows.iter().map(|click| row(&app, click, &beside)).collect();
    let pagination = page.pagination(clicks.total);
    Ok(Json(List { data: rows, pagination, total_statistic: None, counts_by_status: None }).into_response())
}

/// The next of somebody's own clicks on a side after one of them, latest first, at most `most`; with the last of them, where more
/// may follow.
pub(crate) async fn own_clicks<S: ClickSide>(
    app: &ApiState,
    user: UserId,
    after: Option<EventRef>,
    most: u32,
) -> Result<(Vec<ClickRow<S>>, Option<EventRef>), Problem> {
    let (facts, rows) = S::own(user);
    let asker = Asker { account: user, facts, rows };
    let period = Period { first: Day(0), last: day_now(app) };
    let question = ClickQuestion { period, filters: Vec::new(), direction: Direction::Descending };
    let clicks = app.stats.clicks_after(question, after, most, asker.facts.clone());
    let clicks = app.turns.ask(asker.account, clicks).await??;
    let beside = beside::<S>(app, &asker, &clicks).await?;
    let rows = clicks.iter().map(|click| row(app, click, &beside)).collect();
    Ok((rows, clicks.last().filter(|_| clicks.len() >= most as usize).map(|click| click.click)))
}

/// What stands beside clicks and is not in statistics.
struct Beside {
    names: Names,
    told: HashMap<EventRef, Vec<StoredConversion>>,
}

impl Beside {
    fn told(&self, click: &Click) -> &[StoredConversion] {
        self.told.get(&click.click).map_or(&[], Vec::as_slice)
    }
}

async fn beside<S: ClickSide>(app: &ApiState, asker: &Asker, clicks: &[Click]) -> Result<Beside, Problem> {
    let mut told: HashMap<EventRef, Vec<StoredConversion>> = HashMap::new();
    let sold: Vec<EventRef> =
        clicks.iter().filter(|click| S::SEES_CONVERSIONS && click.has_conversions()).map(|click| click.click).collect();
    for some in sold.chunks(CONVERTED_AT_ONCE) {
        let some = some.to_vec();
        let read = async move |conn: &Conn| settlements::conversions(conn, &some).await;
        for one in app.store.read("list_click_conversions", read).await? {
            told.entry(one.click).or_default().push(one);
        }
    }
    let mut wanted = Wanted::new();
    for dimension in COMMON.iter().chain(S::DIMENSIONS) {
        wanted.entry(*dimension).or_default().extend(clicks.iter().filter_map(|click| click.key(*dimension)));
    }
    Ok(Beside { names: resolve(app, asker, &wanted).await?, told })
}

/// A value of a click, with its name or else its key.
fn named(click: &Click, names: &Names, dimension: Dimension) -> StatsOption {
    let Some(key) = click.key(dimension) else { return StatsOption { id: String::new(), name: String::new() } };
    let id = dimension.text(key);
    StatsOption { name: names.get(dimension, key).unwrap_or_else(|| id.clone()), id }
}

fn row<S: ClickSide>(app: &ApiState, click: &Click, beside: &Beside) -> ClickRow<S> {
    let named = |dimension: Dimension| named(click, &beside.names, dimension);
    ClickRow {
        click_id: S::id(app, click.click),
        clicked_at: click.clicked_at,
        verdict: click.verdict.name(),
        reason: click.verdict.reason(),
        site: named(Dimension::Site),
        block: named(Dimension::Block),
        target: named(Dimension::Target),
        campaign_type: named(Dimension::CampaignType),
        country: named(Dimension::Country),
        region: named(Dimension::Region),
        city: named(Dimension::City),
        device: named(Dimension::Device),
        os: named(Dimension::Os),
        browser: named(Dimension::Browser),
        isp: named(Dimension::Isp),
        language: named(Dimension::Language),
        traffic_source: named(Dimension::TrafficSource),
        side: S::of(click, &named, beside.told(click)),
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

/// Writes all clicks, part by part: each begins where the one before ended. With a search that one alone.
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
    let (mut after, mut rows): (Option<EventRef>, usize) = (None, 0);
    loop {
        let clicks = match (search, after) {
            ("", _) => app.stats.clicks_after(question.clone(), after, FILE_PART, asker.facts.clone()).await?,
            (search, None) => find_click(app, asker, search).await?.into_iter().collect(),
            _ => Vec::new(),
        };
        let Some(end) = clicks.last() else { return Ok(written) };
        (after, rows) = (Some(end.click), rows + clicks.len());
        if rows > FILE_ROWS_MAX {
            let text = format!("find more than {FILE_ROWS_MAX} clicks, which no file has: {FILE_ADVICE}");
            return Err(Problem::field("filters", text));
        }
        let beside = beside::<S>(app, asker, &clicks).await?;
        let mut lines = Vec::with_capacity(clicks.len() * 256);
        for click in &clicks {
            let id = S::id(app, click.click);
            let first = [id, click.clicked_at.to_string(), click.verdict.name().to_owned()];
            let first = first.into_iter().chain([click.verdict.reason().to_owned()]);
            let values = dimensions.iter().flat_map(|dimension| {
                let StatsOption { id, name } = named(click, &beside.names, *dimension);
                [id, name]
            });
            lines.extend(csv::line(
                first.chain(values).map(Cell::from).chain(S::cells(click, beside.told(click))),
                decimal,
            ));
        }
        written.add(&lines, "filters", FILE_ADVICE).await?;
    }
}
