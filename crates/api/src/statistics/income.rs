//! What webmasters ask of their income beyond tables: where the month goes, what each page brings, what a blocked category costs.

use crate::auth::Webmaster;
use crate::extract::{Json, Qs};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::user::SiteStatus;
use placard_model::{Day, Money};
use placard_stats::{CategoryIncome, Dimension, Metric, Period, SAMPLE_DAYS_KEPT, StatsScope};
use placard_store::Conn;
use placard_store::names::{self, Named};
use placard_store::network::dictionaries;
use placard_store::publishing::sites::{self, Site};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use utoipa::{IntoParams, ToSchema};

/// Full days that a forecast goes by.
const FORECAST_DAYS: i32 = 14;
/// Full days before which nothing is forecast.
const FORECAST_DAYS_MIN: usize = 7;
/// Days that are looked back to see whether an account is new.
const LOOK_BACK_DAYS: i32 = 28;
/// Days of samples that can be asked about: those of the oldest day kept are not all there.
const PAGE_DAYS_MAX: i32 = SAMPLE_DAYS_KEPT - 1;
/// Pages of an answer.
const PAGES: usize = 50;
/// Days that categories are compared over.
const CATEGORY_DAYS: i32 = 30;
/// Advertisers, webmasters and clicks from which on a category says something, and nobody can be told apart in it.
const ADVERTISERS_MIN: i64 = 3;
const WEBMASTERS_MIN: i64 = 2;
const CLICKS_MIN: i64 = 100;

/// Where the income of the month goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct IncomeForecast {
    /// The UTC month, such as `2026-11`.
    pub month: String,
    /// Earned in it so far.
    #[schema(value_type = f64)]
    pub earned: Money,
    /// Full days that are left after today.
    pub days_left: i32,
    /// What the month comes to, most likely; none in an account's first days.
    #[schema(value_type = Option<f64>)]
    pub likely: Option<Money>,
    /// If each day left is as one of the weaker ones.
    #[schema(value_type = Option<f64>)]
    pub low: Option<Money>,
    /// If each day left is as one of the better ones.
    #[schema(value_type = Option<f64>)]
    pub high: Option<Money>,
    /// The rule, or why there is no forecast.
    pub text: String,
}

/// The month that begins with a day, and the day after it.
fn month_of(today: Day) -> Option<(String, Day, Day)> {
    let month = |day: Day| day.to_string().get(..7).map(str::to_owned);
    let first = |month: &str| Day::parse(&format!("{month}-01"));
    let name = month(today)?;
    let begins = first(&name)?;
    Some((name, begins, first(&month(begins.plus(31))?)?))
}

/// The forecast from what each day earned. `first` is the first day of the account, as far as is known.
fn forecast(earned: &BTreeMap<Day, Money>, first: Option<Day>, today: Day) -> Option<IncomeForecast> {
    let (month, begins, after) = month_of(today)?;
    let of = |day: Day| earned.get(&day).copied().unwrap_or_default().micros();
    let so_far: i64 = earned.range(begins..=today).map(|(_, money)| money.micros()).sum();
    let days_left = after.0 - today.0 - 1;
    let from = first.map_or(today, |first| first.max(today.plus(-FORECAST_DAYS)));
    let mut days: Vec<i64> = (from.0..today.0).map(|day| of(Day(day))).collect();
    days.sort_unstable();
    let answer = IncomeForecast {
        month,
        earned: Money::from_micros(so_far),
        days_left,
        likely: None,
        low: None,
        high: None,
        text: format!("A forecast comes after {FORECAST_DAYS_MIN} full days with your blocks on pages."),
    };
    if days.len() < FORECAST_DAYS_MIN {
        return Some(answer);
    }
    let quarter = days.len() / 4;
    // Of today what a whole day usually brings is still to come, less what it has brought.
    let with = |a_day: i64| Money::from_micros(so_far + (a_day - of(today)).max(0) + a_day * i64::from(days_left));
    Some(IncomeForecast {
        low: Some(with(days[quarter])),
        likely: Some(with(days[days.len() / 2])),
        high: Some(with(days[days.len() - 1 - quarter])),
        text: format!(
            "What is earned so far, and for each day left as much as the middle one of the last {} full days brought. The range \
             takes a day of their lower and of their upper quarter.",
            days.len()
        ),
        ..answer
    })
}

/// The forecast of the month's income.
#[utoipa::path(get, path = "/api/webmaster/stats/forecast", tag = "stats",
    responses((status = 200, body = Data<IncomeForecast>)))]
pub async fn get_income_forecast(
    State(app): State<ApiState>,
    webmaster: Webmaster,
) -> Result<Json<Data<IncomeForecast>>, Problem> {
    let today = app.clock.now().day();
    let period = Period::ending(today, LOOK_BACK_DAYS.max(31) + 1);
    let scope = StatsScope::webmaster(webmaster.id());
    let sums = app.turns.ask(webmaster.id(), app.stats.by_keys(Dimension::Date, None, period, scope)).await??;
    let day = |key: &i64| i32::try_from(*key).ok().map(Day);
    let earned = sums.rows.iter().filter_map(|(key, sums)| Some((day(key)?, Metric::Earned.money(sums)?))).collect();
    let first =
        sums.rows.iter().filter(|(_, sums)| Metric::Shows.count(sums) > 0).filter_map(|(key, _)| day(key)).min();
    let told = forecast(&earned, first, today);
    told.map(data).ok_or_else(|| Problem::Internal(anyhow::anyhow!("{today} is in no month")))
}

/// Which days.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct PageIncomeQuery {
    /// So many days up to today; 7 when omitted.
    #[param(minimum = 1, maximum = 7)]
    pub days: Option<i32>,
}

/// What a page brought, estimated from samples of its requests.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = PageIncome)]
pub struct PageIncomeResource {
    /// Host and path.
    pub page: String,
    /// Requests, about.
    pub requests: u64,
    /// Places that were filled, of 100 that were asked for.
    #[schema(value_type = Option<f64>)]
    pub fill_rate: Option<Money>,
    /// Its part of what its blocks earned, by the places that it filled.
    #[schema(value_type = f64)]
    pub income: Money,
}

/// What pages brought.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = PageIncomes)]
pub struct PageIncomesResource {
    /// Days that were looked at.
    pub days: i32,
    /// Samples that the figures are estimated from.
    pub samples: u64,
    /// Pages of which there are samples.
    pub pages_count: u64,
    /// Those that brought most.
    pub pages: Vec<PageIncomeResource>,
}

/// The pages that brought most, estimated from samples: what a block earned is divided among its pages by the places that
/// they filled.
#[utoipa::path(get, path = "/api/webmaster/stats/pages", tag = "stats", params(PageIncomeQuery),
    responses((status = 200, body = Data<PageIncomesResource>)))]
pub async fn list_page_incomes(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Qs(query): Qs<PageIncomeQuery>,
) -> Result<Json<Data<PageIncomesResource>>, Problem> {
    let days = query.days.unwrap_or(PAGE_DAYS_MAX);
    if !(1..=PAGE_DAYS_MAX).contains(&days) {
        return Err(Problem::field("days", format!("must be 1 to {PAGE_DAYS_MAX}")));
    }
    let period = Period::ending(app.clock.now().day(), days);
    let scope = StatsScope::webmaster(webmaster.id());
    let found = app.turns.ask(webmaster.id(), app.stats.page_incomes(period, PAGES, scope)).await??;
    let pages = found.pages.into_iter().map(|page| PageIncomeResource {
        page: page.page,
        requests: page.asked.requests.unsigned_abs(),
        fill_rate: percent(page.asked.filled, page.asked.places),
        income: page.earned,
    });
    Ok(data(PageIncomesResource {
        days,
        samples: found.samples.unsigned_abs(),
        pages_count: found.pages_count.unsigned_abs(),
        pages: pages.collect(),
    }))
}

/// What blocking a category costs at most.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CategoryCost {
    /// The category.
    pub id: i64,
    /// What it is called.
    pub name: String,
    /// Of 100 dollars that other webmasters earned, those from its ads; none where too few clicks of too few people tell.
    #[schema(value_type = Option<f64>)]
    pub income_share: Option<Money>,
    /// The caller's sites that do not take it.
    pub blocked_sites: usize,
}

/// What categories bring elsewhere, and which the caller's sites do not take.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CategoryCosts {
    /// Days that were looked at.
    pub days: i32,
    /// The caller's sites.
    pub sites: usize,
    /// All categories, those that bring most first.
    pub categories: Vec<CategoryCost>,
}

/// What each category brings elsewhere: the most that blocking it can cost, for other ads take part of its places.
#[utoipa::path(get, path = "/api/webmaster/stats/categories", tag = "stats",
    responses((status = 200, body = Data<CategoryCosts>)))]
pub async fn list_category_costs(
    State(app): State<ApiState>,
    webmaster: Webmaster,
) -> Result<Json<Data<CategoryCosts>>, Problem> {
    let period = Period::ending(app.clock.now().day().plus(-1), CATEGORY_DAYS);
    let asked = app.stats.category_incomes_elsewhere(period, webmaster.id());
    let incomes = app.turns.ask(webmaster.id(), asked).await??;
    let scope = webmaster.scope();
    let read = async move |conn: &Conn| {
        let ids = names::ids_of(conn, scope, Named::Site).await?;
        Ok((dictionaries::categories(conn).await?, sites::by_ids(conn, scope, &ids).await?))
    };
    let (categories, sites) = app.store.read("list_category_costs", read).await?;
    let sites: Vec<Site> = sites.into_iter().filter(|site| site.status != SiteStatus::Archived).collect();
    let shares = shares(&incomes);
    let mut categories: Vec<CategoryCost> = categories
        .into_iter()
        .map(|category| CategoryCost {
            id: category.id,
            income_share: shares.get(&category.id).copied(),
            blocked_sites: sites.iter().filter(|site| refuses(site, category.id)).count(),
            name: category.name,
        })
        .collect();
    categories.sort_by_key(|category| std::cmp::Reverse(category.income_share));
    Ok(data(CategoryCosts { days: CATEGORY_DAYS, sites: sites.len(), categories }))
}

fn refuses(site: &Site, category: i64) -> bool {
    let named = |list: &[placard_model::CategoryId]| list.iter().any(|one| one.0 == category);
    named(&site.forbidden_categories) || (!site.allowed_categories.is_empty() && !named(&site.allowed_categories))
}

/// The share of each category of which enough is known.
fn shares(incomes: &[CategoryIncome]) -> HashMap<i64, Money> {
    let whole: i64 = incomes.iter().map(|income| income.earned.micros()).sum();
    let is_enough = |income: &&CategoryIncome| {
        income.advertisers >= ADVERTISERS_MIN && income.webmasters >= WEBMASTERS_MIN && income.clicks >= CLICKS_MIN
    };
    let share = |income: &CategoryIncome| Some((income.category.0, percent(income.earned.micros(), whole)?));
    incomes.iter().filter(is_enough).filter_map(share).collect()
}

/// `part` of 100 of `whole`, with decimals.
fn percent(part: i64, whole: i64) -> Option<Money> {
    let millionths = (whole > 0).then(|| i128::from(part) * 100_000_000 / i128::from(whole))?;
    i64::try_from(millionths).ok().map(Money::from_micros)
}

#[cfg(test)]
mod tests {
    use super::*;
    use placard_model::CategoryId;

    fn day(text: &str) -> Day {
        Day::parse(text).unwrap()
    }

    #[test]
    fn a_month_ends_as_its_usual_days_let_it() {
        let told = |today: &str, first: &str, dollars: &[i64]| {
            let today = day(today);
            let days = dollars
                .iter()
                .rev()
                .enumerate()
                .map(|(ago, dollars)| (today.plus(-i32::try_from(ago).unwrap()), Money::from_dollars(*dollars)));
            let told = forecast(&days.collect(), Some(day(first)), today).unwrap();
            let whole = |money: Option<Money>| money.map(|money| money.micros() / 1_000_000);
            (
                told.month.clone(),
                told.earned.micros() / 1_000_000,
                told.days_left,
                [told.low, told.likely, told.high].map(whole),
            )
        };
        let none = [None; 3];
        let check = |today: &str,
                     first: &str,
                     dollars: &[i64],
                     month: &str,
                     earned: i64,
                     left: i32,
                     range: [Option<i64>; 3]| {
            assert_eq!(told(today, first, dollars), (month.to_owned(), earned, left, range), "{today}: {dollars:?}");
        };
        let even = [10; 20];
        check("2026-11-20", "2026-10-01", &even, "2026-11", 200, 10, [Some(300); 3]);
        // Of today the rest is still to come.
        check("2026-11-20", "2026-10-01", &[&[10; 19][..], &[4]].concat(), "2026-11", 194, 10, [Some(300); 3]);
        check("2026-12-31", "2026-10-01", &even, "2026-12", 200, 0, [Some(200); 3]);
        check("2028-02-29", "2028-02-01", &even, "2028-02", 200, 0, [Some(200); 3]);
        check("2026-11-01", "2026-10-01", &even, "2026-11", 10, 29, [Some(300); 3]);
        // One day that was out of the ordinary moves nothing.
        let wild = [&[10; 10][..], &[9_000], &[10; 5]].concat();
        check("2026-11-20", "2026-10-01", &wild, "2026-11", 9_150, 10, [Some(9_250); 3]);
        let uneven = [&[0, 0, 0, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22][..]].concat();
        check("2026-11-20", "2026-10-01", &uneven, "2026-11", 132, 10, [Some(132), Some(212), Some(272)]);
        check("2026-11-20", "2026-11-14", &even, "2026-11", 200, 10, none);
        check("2026-11-20", "2026-11-13", &even, "2026-11", 200, 10, [Some(300); 3]);
        assert_eq!(forecast(&BTreeMap::new(), None, day("2026-11-20")).unwrap().likely, None);
    }

    #[test]
    fn a_category_is_told_where_nobody_can_be_told_apart() {
        let income = |category: i64, dollars: i64, clicks: i64, advertisers: i64, webmasters: i64| CategoryIncome {
            category: CategoryId(category),
            earned: Money::from_dollars(dollars),
            clicks,
            advertisers,
            webmasters,
        };
        let told = shares(&[
            income(1, 60, 100, 3, 2),
            income(2, 20, 99, 9, 9),
            income(3, 10, 900, 2, 9),
            income(4, 10, 900, 9, 1),
        ]);
        assert_eq!(told, HashMap::from([(1, Money::from_dollars(60))]));
        assert!(shares(&[income(1, 0, 100, 3, 3)]).is_empty());
    }
}
