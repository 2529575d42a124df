//! Monthly statements of a balance: what it was, what happened, what it is. Each closing balance opens the next month; what
//! changed a month that is over stands in the month in which that happened.

use crate::auth::{Advertiser, Webmaster};
use crate::dictionaries::words::TransactionTypeId;
use crate::extract::{Json, Path, Qs};
use crate::list::{Data, data};
use crate::payments::documents::{self, dollars};
use crate::payments::pdf::{self, Line};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use placard_common::error::Problem;
use placard_model::books::chart::{AccountKind, transaction_kind};
use placard_model::books::posting::Operation;
use placard_model::{Day, Money, UserId};
use placard_stats::csv::{Cell, Decimal, line};
use placard_store::accounts::{billing_details, users};
use placard_store::money::journal::{self, LINES_MAX, Statement, StatementLine};
use placard_store::{Conn, Scope};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// What advertisers can spend.
const ADVERTISER_ACCOUNTS: &[AccountKind] = &[AccountKind::Advertisers];
/// What webmasters have, pending or not.
const WEBMASTER_ACCOUNTS: &[AccountKind] =
    &[AccountKind::WebmastersPending, AccountKind::WebmastersAvailable, AccountKind::Referrals];

/// How payouts move what webmasters have.
const PAYOUTS: &[Operation] = &[Operation::PayoutRequest, Operation::PayoutPaid, Operation::PayoutReturn];

/// The most movements of a statement as PDF, in lines: some 100 pages.
const PDF_LINES_MAX: usize = 5_000;

/// Whose balance.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Advertiser,
    Webmaster,
    /// As sales read it, who see no payouts: the balance of somebody who was paid nothing.
    Unpaid,
}

impl Side {
    fn of(webmaster: &Webmaster) -> Self {
        if webmaster.sees_payouts() { Self::Webmaster } else { Self::Unpaid }
    }
}

/// Form of a statement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StatementFormat {
    /// For programs.
    #[default]
    Json,
    /// A file for spreadsheets.
    Csv,
    /// A file to print and keep, of at most 5,000 movements.
    Pdf,
}

/// How a statement is wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct StatementQuery {
    /// Form of the answer.
    #[param(inline)]
    pub format: StatementFormat,
}

/// A line of a statement.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = StatementLine)]
pub struct LineResource {
    /// The day.
    #[schema(value_type = String, format = Date)]
    pub date: String,
    /// What it is.
    #[schema(value_type = TransactionTypeId)]
    pub operation_type: i64,
    /// The transaction; null for what is shown by day.
    pub id: Option<i64>,
    /// Whether people whom this person brought left it.
    pub is_referral: bool,
    /// The earlier month that it changes, `YYYY-MM`; null for the statement's own.
    pub adjusts: Option<String>,
    /// The change, in dollars.
    #[schema(value_type = f64)]
    pub amount: Money,
    /// The balance after it, in dollars.
    #[schema(value_type = f64)]
    pub balance_after: Money,
    /// What was said about it.
    pub comment: String,
}

/// A month of a balance.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Statement)]
pub struct StatementResource {
    /// The month, `YYYY-MM`.
    pub month: String,
    /// Its last day is over.
    pub is_closed: bool,
    /// `USD`.
    pub currency: &'static str,
    /// Payouts are left out: sales read it so, and its balances are not those that the webmaster reads.
    pub is_without_payouts: bool,
    /// What the balance was before, in dollars.
    #[schema(value_type = f64)]
    pub opening: Money,
    /// What it was at the end, in dollars.
    #[schema(value_type = f64)]
    pub closing: Money,
    /// What happened, in order.
    pub lines: Vec<LineResource>,
}

impl StatementResource {
    /// The name of its file, without an ending.
    fn file_name(&self) -> String {
        format!("placard-statement-{}{}", self.month, if self.is_without_payouts { "-without-payouts" } else { "" })
    }
}

fn month_text(day: Day) -> String {
    day.to_string().chars().take(7).collect()
}

/// The months that an account has had, newest first.
async fn months(app: &ApiState, user: UserId) -> Result<Vec<String>, Problem> {
    let created = app
        .store
        .read("list_statements", async move |conn: &Conn| {
            Ok(users::get_user(conn, Scope::System, user).await?.created_at)
        })
        .await?;
    let (first, mut month) = (created.day().month_first(), app.clock.now().day().month_first());
    let mut months = Vec::new();
    while month >= first {
        months.push(month_text(month));
        month = month.plus(-1).month_first();
    }
    Ok(months)
}

/// What the balance of some accounts did in a month that has begun.
async fn read(app: &ApiState, user: UserId, side: Side, first: Day) -> Result<Statement, Problem> {
    let days = (first, first.month_last());
    let statement = app.store.read("get_statement", async move |conn: &Conn| {
        let (kinds, without): (_, &[Operation]) = match side {
            Side::Advertiser => (ADVERTISER_ACCOUNTS, &[]),
            Side::Webmaster => (WEBMASTER_ACCOUNTS, &[]),
            Side::Unpaid => (WEBMASTER_ACCOUNTS, PAYOUTS),
        };
        journal::statement(conn, user, kinds, without, days).await
    });
    Ok(statement.await?)
}

async fn answer(
    app: ApiState,
    user: UserId,
    side: Side,
    month: String,
    format: StatementFormat,
) -> Result<Response, Problem> {
    let first = Day::parse_month(&month).ok_or(Problem::NotFound)?;
    let (last, today) = (first.month_last(), app.clock.now().day());
    if first > today {
        return Err(Problem::NotFound);
    }
    let Statement { opening, lines, closing } = read(&app, user, side, first).await?;
    if lines.len() >= LINES_MAX as usize {
        return Err(Problem::field(
            "month",
            format!("has more than {LINES_MAX} movements, too many for a statement: the history has them"),
        ));
    }
    let mut balance_after = opening;
    let lines = lines.into_iter().map(|line| {
        let StatementLine { day, operation, transaction, is_referral, adjusts, amount, comment } = line;
        balance_after += amount;
        let adjusts = adjusts.map(month_text);
        let operation_type = operation.code();
        let (date, id) = (day.to_string(), transaction);
        LineResource { date, operation_type, id, is_referral, adjusts, amount, balance_after, comment }
    });
    let statement = StatementResource {
        month: month_text(first),
        is_closed: last < today,
        currency: "USD",
        is_without_payouts: side == Side::Unpaid,
        opening,
        lines: lines.collect(),
        closing,
    };
    match format {
        StatementFormat::Json => Ok(data(statement).into_response()),
        StatementFormat::Csv => file(&statement),
        StatementFormat::Pdf => pdf_file(&app, user, side, &statement).await,
    }
}

/// What a line is, as people read it.
fn label_of(row: &LineResource) -> &'static str {
    match Operation::from_code(row.operation_type) {
        Some(Operation::Void) | None if row.is_referral => "Referrals, taken back",
        _ if row.is_referral => "Referrals",
        operation => operation.map_or("", |one| transaction_kind(one).label),
    }
}

async fn pdf_file(
    app: &ApiState,
    user: UserId,
    side: Side,
    statement: &StatementResource,
) -> Result<Response, Problem> {
    if statement.lines.len() > PDF_LINES_MAX {
        let message = format!("has more than {PDF_LINES_MAX} movements: take the file for spreadsheets");
        return Err(Problem::field("format", message));
    }
    let read = async move |conn: &Conn| billing_details::parties(conn, user).await;
    let parties = app.store.read("get_statement_owner", read).await?;
    let what = match side {
        Side::Advertiser => "Advertiser's balance",
        Side::Webmaster => "Webmaster's earnings, pending ones included",
        Side::Unpaid => "Webmaster's earnings, pending ones included, payouts left out",
    };
    let month = &statement.month;
    let title = format!("Statement {month}");
    let mut lines = vec![Line::Heading(title.clone())];
    lines.extend(documents::lines_of(&parties));
    lines.extend([
        Line::Fact("Of", what.to_owned()),
        Line::Fact("Month", if statement.is_closed { month.clone() } else { format!("{month}, not over yet") }),
        Line::Sum("Opening balance", dollars(statement.opening)),
        Line::Sum("Closing balance", dollars(statement.closing)),
        Line::Gap,
        Line::RowHead(["Day", "What", "Amount", "Balance"].map(str::to_owned)),
    ]);
    lines.extend(statement.lines.iter().map(|row| {
        let changes = row.adjusts.as_ref().map(|month| format!(", changes {month}")).unwrap_or_default();
        let comment = if row.comment.is_empty() { String::new() } else { format!(": {}", row.comment) };
        let label = format!("{}{changes}{comment}", label_of(row));
        // The currency stands above.
        Line::Row([row.date.clone(), label, row.amount.figures(), row.balance_after.figures()])
    }));
    if statement.lines.is_empty() {
        lines.push(Line::Text("Nothing was moved.".to_owned()));
    }
    Ok(documents::file(&statement.file_name(), pdf::document(&title, &lines)).into_response())
}

fn file(statement: &StatementResource) -> Result<Response, Problem> {
    let text = |text: &str| Cell::Text(text.to_owned());
    let titles = ["date", "what", "transaction", "changes month", "comment", "amount_usd", "balance_usd"];
    let mut body = line(titles.map(text), Decimal::Point);
    let sum = |what: &str, amount| {
        line(
            [text(&statement.month), text(what), text(""), text(""), text(""), text(""), Cell::Amount(amount)],
            Decimal::Point,
        )
    };
    let [opening, closing] = if statement.is_without_payouts {
        ["Opening balance, payouts left out", "Closing balance, payouts left out"]
    } else {
        ["Opening balance", "Closing balance"]
    };
    body.extend(sum(opening, statement.opening));
    for row in &statement.lines {
        body.extend(line(
            [
                text(&row.date),
                text(label_of(row)),
                row.id.map_or_else(|| text(""), Cell::Count),
                text(row.adjusts.as_deref().unwrap_or_default()),
                text(&row.comment),
                Cell::Amount(row.amount),
                Cell::Amount(row.balance_after),
            ],
            Decimal::Point,
        ));
    }
    body.extend(sum(closing, statement.closing));
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{}.csv\"", statement.file_name()))
        .map_err(|error| Problem::Internal(error.into()))?;
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8; header=present")),
        (CONTENT_DISPOSITION, disposition),
    ];
    Ok((headers, body).into_response())
}

/// Lists the months of the advertiser's account, `YYYY-MM`, newest first.
#[utoipa::path(get, path = "/api/advertiser/statements", tag = "advertiser", responses((status = 200, body = Data<Vec<String>>)))]
pub async fn list_advertiser_statements(
    State(app): State<ApiState>,
    advertiser: Advertiser,
) -> Result<Json<Data<Vec<String>>>, Problem> {
    Ok(data(months(&app, advertiser.id()).await?))
}

/// The statement of a month of the advertiser's balance.
#[utoipa::path(get, path = "/api/advertiser/statements/{month}", tag = "advertiser",
    params(("month" = String, Path, description = "`YYYY-MM`", max_length = 7), StatementQuery),
    responses((status = 200, description = "The statement",
        content((Data<StatementResource> = "application/json"), (String = "text/csv"), (Vec<u8> = "application/pdf")))))]
pub async fn get_advertiser_statement(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(month): Path<String>,
    Qs(query): Qs<StatementQuery>,
) -> Result<Response, Problem> {
    answer(app, advertiser.id(), Side::Advertiser, month, query.format).await
}

/// Lists the months of the webmaster's account, `YYYY-MM`, newest first.
#[utoipa::path(get, path = "/api/webmaster/statements", tag = "webmaster", responses((status = 200, body = Data<Vec<String>>)))]
pub async fn list_webmaster_statements(
    State(app): State<ApiState>,
    webmaster: Webmaster,
) -> Result<Json<Data<Vec<String>>>, Problem> {
    Ok(data(months(&app, webmaster.id()).await?))
}

/// The statement of a month of the webmaster's balance, pending earnings included. Sales in a client's cabinet read it without
/// payouts, as if nothing had been paid.
#[utoipa::path(get, path = "/api/webmaster/statements/{month}", tag = "webmaster",
    params(("month" = String, Path, description = "`YYYY-MM`", max_length = 7), StatementQuery),
    responses((status = 200, description = "The statement",
        content((Data<StatementResource> = "application/json"), (String = "text/csv"), (Vec<u8> = "application/pdf")))))]
pub async fn get_webmaster_statement(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(month): Path<String>,
    Qs(query): Qs<StatementQuery>,
) -> Result<Response, Problem> {
    answer(app, webmaster.id(), Side::of(&webmaster), month, query.format).await
}
