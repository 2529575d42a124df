//! What somebody earns by bringing others: their link, and who brought what when. Of the others they see a number, a covered
//! address and sums.

use crate::auth::Member;
use crate::extract::{Json, Qs};
use crate::list::{Data, Page, Pagination, data};
use crate::state::ApiState;
use crate::webmaster::referral_code;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use placard_common::error::{FieldErrors, Problem};
use placard_model::books::posting::Account;
use placard_model::{Day, Money, UnixMs, UserId};
use placard_stats::csv::{Cell, Decimal, line};
use placard_store::Conn;
use placard_store::money::movements::balance;
use placard_store::money::referrals::{self, By, Earned, Income, Question, Referred};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use utoipa::{IntoParams, ToSchema};

/// A browser remembers for so many days whose link it followed, where its user allows that.
pub const REFERRAL_COOKIE_DAYS: u32 = 30;
/// Days of an answer when the query names none: through today.
const DAYS_DEFAULT: i32 = 7;
/// The most days of an answer.
const DAYS_MAX: i32 = 400;
/// Users that one question can name.
const USERS_MAX: usize = 100;
/// Rows of a page when the query names no count.
const ROWS: u32 = 50;

/// Somebody's link, and what it brought.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReferralSummary {
    /// The code of the link.
    pub code: String,
    /// The link: who follows it and signs up was brought by its owner.
    pub link: String,
    /// A browser remembers the link for so many days, where its user allows that.
    pub cookie_days: u32,
    /// What is paid of the network's part of each click, in percent.
    pub percent: f64,
    /// For so many months from a sign-up.
    pub months: u32,
    /// People who signed up by the link.
    pub referrals_count: usize,
    /// Those of them who still earn something for it.
    pub earning_count: usize,
    /// Dollars of today, UTC.
    #[schema(value_type = f64)]
    pub today: Money,
    /// Dollars of yesterday.
    #[schema(value_type = f64)]
    pub yesterday: Money,
    /// Dollars of this month so far.
    #[schema(value_type = f64)]
    pub this_month: Money,
    /// Dollars of the month before, up to the same day of it.
    #[schema(value_type = f64)]
    pub last_month_so_far: Money,
    /// Dollars of the whole month before.
    #[schema(value_type = f64)]
    pub last_month: Money,
    /// Dollars that wait for the day on which they become available.
    #[schema(value_type = f64)]
    pub pending: Money,
    /// Dollars at all.
    #[schema(value_type = f64)]
    pub total: Money,
}

/// Who has a link: staff, who are on neither side, have none.
pub(crate) fn check_side(member: &Member) -> Result<(), Problem> {
    if member.user.is_advertiser || member.user.is_webmaster {
        return Ok(());
    }
    Err(Problem::Forbidden("Only advertisers and webmasters have a referral link.".into()))
}

/// The own referral link, and what it brought. Advertisers have one too: what it brings comes in on the webmaster's side, which
/// they get with the first person who signs up by it.
#[utoipa::path(get, path = "/api/webmaster/stats/referral/summary", tag = "stats",
    responses((status = 200, body = Data<ReferralSummary>)))]
pub async fn get_referral_summary(
    State(app): State<ApiState>,
    member: Member,
) -> Result<Json<Data<ReferralSummary>>, Problem> {
    check_side(&member)?;
    let (id, now) = (member.id(), app.clock.now());
    let today = now.day();
    let month = today.month_first();
    let before = month.plus(-1).month_first();
    // The last day of a shorter month stands for those that it lacks.
    let same_day = before.plus(today.0 - month.0).min(month.plus(-1));
    let read = async move |conn: &Conn| {
        let mut sums = Vec::new();
        for (from, to) in [
            (today, today),
            (today.plus(-1), today.plus(-1)),
            (month, today),
            (before, same_day),
            (before, month.plus(-1)),
            (Day(0), today),
        ] {
            sums.push(referrals::income(conn, id, from, to).await?.amount);
        }
        Ok((referrals::referred(conn, id).await?, sums, balance(conn, Account::Referral(id)).await?))
    };
    let (people, sums, pending) = app.store.read("get_referral_summary", read).await?;
    let sum = |at: usize| sums.get(at).copied().unwrap_or_default();
    let code = referral_code::encode(&app.keys, id);
    let shares = &app.settings.get().shares;
    Ok(data(ReferralSummary {
        link: format!("{}/?r={code}", app.config.public_url()),
        code,
        cookie_days: REFERRAL_COOKIE_DAYS,
        percent: shares.referrer.percent(),
        months: shares.referral_months,
        referrals_count: people.len(),
        earning_count: people.iter().filter(|one| !one.is_gone && one.until > now).count(),
        today: sum(0),
        yesterday: sum(1),
        this_month: sum(2),
        last_month_so_far: sum(3),
        last_month: sum(4),
        pending,
        total: sum(5),
    }))
}

/// What is added up to one row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReferralGroup {
    /// A row for each person.
    Referral,
    /// A row for each day.
    Date,
    /// A row for each person and day.
    #[default]
    ReferralAndDate,
}

/// Form of the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReferralFormat {
    /// For programs.
    #[default]
    Json,
    /// A file for spreadsheets, with all rows.
    Csv,
}

/// Filters of referral statistics.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct ReferralFilters {
    /// The first day, `YYYY-MM-DD`; 6 days before the last one when omitted.
    #[schema(format = Date)]
    pub date_from: Option<String>,
    /// The last day, `YYYY-MM-DD`; today when omitted.
    #[schema(format = Date)]
    pub date_to: Option<String>,
    /// Numbers of people to keep; all when omitted.
    #[schema(max_items = 100)]
    pub referrals: Vec<i64>,
}

/// The query of referral statistics.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct ReferralQuery {
    /// The page, from 1.
    #[param(minimum = 1)]
    pub page: Option<u32>,
    /// Rows of a page; 0 means all.
    #[param(maximum = 10000)]
    pub count: Option<u32>,
    /// What is added up.
    #[param(inline)]
    pub group_by: ReferralGroup,
    /// Form of the answer.
    #[param(inline)]
    pub format: ReferralFormat,
    /// Filters: `filters[date_from]`, `filters[date_to]`, `filters[referrals][]`.
    #[param(style = DeepObject, explode, inline)]
    pub filters: ReferralFilters,
}

impl ReferralQuery {
    fn question(&self, referrer: UserId, today: Day) -> Result<Question, Problem> {
        let mut errors = FieldErrors::default();
        let mut day = |field: &'static str, text: &Option<String>| {
            let text = text.as_deref().filter(|text| !text.is_empty())?;
            let day = Day::parse(text);
            errors.check(field, day.is_some(), "must be a day, YYYY-MM-DD");
            day
        };
        let (from, to) =
            (day("filters.date_from", &self.filters.date_from), day("filters.date_to", &self.filters.date_to));
        let to = to.unwrap_or(today);
        let from = from.unwrap_or_else(|| to.plus(1 - DAYS_DEFAULT));
        errors.check("filters.date_to", from <= to, "must not be before date_from");
        let is_short = i64::from(to.0) - i64::from(from.0) < i64::from(DAYS_MAX);
        errors.check("filters.date_from", is_short, format!("is more than {DAYS_MAX} days before date_to"));
        let is_few = self.filters.referrals.len() <= USERS_MAX;
        errors.check("filters.referrals", is_few, format!("must be at most {USERS_MAX}"));
        errors.finish()?;
        let by = match self.group_by {
            ReferralGroup::Referral => By::User,
            ReferralGroup::Date => By::Day,
            ReferralGroup::ReferralAndDate => By::UserAndDay,
        };
        let users = self.filters.referrals.iter().copied().map(UserId).collect();
        Ok(Question { referrer, from, to, users, by })
    }
}

/// What somebody who was brought left, or a day.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReferralRow {
    /// The person's number; null in rows of days.
    pub referral_id: Option<i64>,
    /// Their covered address.
    pub referral: Option<String>,
    /// When they signed up.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub since: Option<UnixMs>,
    /// Until when they earn something for who brought them.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub until: Option<UnixMs>,
    /// The UTC day; null in rows of people.
    #[schema(value_type = Option<String>, format = Date)]
    pub date: Option<String>,
    /// Valid clicks that it is from.
    pub clicks: i64,
    /// Dollars, less what was taken back.
    #[schema(value_type = f64)]
    pub income: Money,
}

/// What all rows of all pages add up to.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ReferralTotal {
    /// Valid clicks.
    pub clicks: i64,
    /// Dollars.
    #[schema(value_type = f64)]
    pub income: Money,
}

/// A page of referral statistics.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReferralRows {
    /// The rows: newest day first, then the largest income.
    pub data: Vec<ReferralRow>,
    /// What all of them add up to.
    pub total: ReferralTotal,
    /// Which page of how many.
    pub pagination: Pagination,
}

/// What the people whom the caller brought left, by person and day.
#[utoipa::path(get, path = "/api/webmaster/stats/referral/extended", tag = "stats", params(ReferralQuery),
    responses((status = 200, description = "The rows",
        content((ReferralRows = "application/json"), (String = "text/csv")))))]
pub async fn list_referral_stats(
    State(app): State<ApiState>,
    member: Member,
    Qs(query): Qs<ReferralQuery>,
) -> Result<Response, Problem> {
    check_side(&member)?;
    let asked = query.question(member.id(), app.clock.now().day())?;
    let is_file = query.format == ReferralFormat::Csv;
    let page = if is_file { Page::new(None, Some(0), ROWS)? } else { Page::new(query.page, query.count, ROWS)? };
    let offset = u32::try_from(page.offset()).unwrap_or(u32::MAX);
    let question = asked.clone();
    let read = async move |conn: &Conn| {
        let people = referrals::referred(conn, question.referrer).await?;
        let days = Question { by: By::Day, ..question.clone() };
        let sum = referrals::earned(conn, &days, 0, DAYS_MAX.unsigned_abs()).await?.0;
        // People who left nothing have a row of their own too: all of them are read, there are few.
        let (offset, limit) = if question.by == By::User { (0, u32::MAX) } else { (offset, page.rows) };
        Ok((people, sum, referrals::earned(conn, &question, offset, limit).await?))
    };
    let (people, days, (mut earned, mut total)) = app.store.read("list_referral_stats", read).await?;
    if asked.by == By::User {
        let known: HashSet<UserId> = earned.iter().filter_map(|row| row.user).collect();
        let rest = people.iter().filter(|one| asked.users.is_empty() || asked.users.contains(&one.user));
        let rest = rest.filter(|one| !known.contains(&one.user));
        let rest: Vec<Earned> =
            rest.map(|one| Earned { user: Some(one.user), day: None, income: Income::default() }).collect();
        earned.extend(rest);
        total = i64::try_from(earned.len()).unwrap_or(i64::MAX);
        earned = earned.into_iter().skip(offset as usize).take(page.rows as usize).collect();
    }
    let people: HashMap<UserId, Referred> = people.into_iter().map(|one| (one.user, one)).collect();
    let rows = earned.into_iter().map(|row| {
        let person = row.user.and_then(|user| people.get(&user));
        ReferralRow {
            referral_id: row.user.map(|user| user.0),
            referral: person.map(covered),
            since: person.map(|one| one.since),
            until: person.map(|one| one.until),
            date: row.day.map(|day| day.to_string()),
            clicks: row.income.clicks,
            income: row.income.amount,
        }
    });
    let total_income = ReferralTotal {
        clicks: days.iter().map(|day| day.income.clicks).sum(),
        income: days.iter().map(|day| day.income.amount).sum(),
    };
    let pagination = page.pagination(total.cast_unsigned());
    let rows = ReferralRows { data: rows.collect(), total: total_income, pagination };
    Ok(if is_file { file(&rows) } else { Json(rows).into_response() })
}

/// An address of which nobody can be told: its first letter and its domain.
pub(crate) fn covered(person: &Referred) -> String {
    if person.is_gone {
        return "Account ended".to_owned();
    }
    match person.email.split_once('@') {
        Some((name, domain)) => format!("{}•••@{domain}", name.chars().next().unwrap_or('•')),
        None => "•••".to_owned(),
    }
}

fn file(rows: &ReferralRows) -> Response {
    let text = |text: &str| Cell::Text(text.to_owned());
    let mut body = line(["date", "referral_id", "referral", "clicks", "income_usd"].map(text), Decimal::Point);
    for row in &rows.data {
        body.extend(line(
            [
                text(row.date.as_deref().unwrap_or_default()),
                row.referral_id.map_or_else(|| text(""), Cell::Count),
                text(row.referral.as_deref().unwrap_or_default()),
                Cell::Count(row.clicks),
                Cell::Amount(row.income),
            ],
            Decimal::Point,
        ));
    }
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8; header=present")),
        (CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"placard-referrals.csv\"")),
    ];
    (headers, body).into_response()
}
