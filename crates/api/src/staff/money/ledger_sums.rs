//! The ledger in sums: the trial balance, the network's result by day, and what the nightly audits found.

use crate::auth::God;
use crate::dictionaries::words::{AccountKindId, TransactionTypeId};
use crate::extract::{Json, Qs};
use crate::list::{Data, data};
use crate::state::ApiState;
use crate::statistics::questions::day_now;
use axum::extract::State;
use placard_common::error::{FieldErrors, Problem};
use placard_model::books::chart::{AccountKind, transaction_kind};
use placard_model::books::posting::Operation;
use placard_model::{Day, Money, UnixMs};
use placard_store::Conn;
use placard_store::billing::audit_runs;
use placard_store::money::journal::{self, DaySum};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

/// The longest period that is added up, in days.
pub(super) const PERIOD_DAYS_MAX: i32 = 100;
/// Days that are added up when none are named.
const PERIOD_DAYS: i32 = 30;
/// Nightly audits that are told.
const AUDITS_LISTED: u32 = 30;

/// Which days.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct LedgerPeriod {
    /// First day, `YYYY-MM-DD`; 29 days before the last one when omitted.
    #[param(format = Date, value_type = Option<String>)]
    pub date_from: Option<String>,
    /// Last day, `YYYY-MM-DD`; today when omitted. At most 100 days together.
    #[param(format = Date, value_type = Option<String>)]
    pub date_to: Option<String>,
}

impl LedgerPeriod {
    /// First and last day.
    pub(super) fn days(&self, today: Day) -> Result<(Day, Day), Problem> {
        let mut errors = FieldErrors::default();
        let mut day = |field: &'static str, text: Option<&str>, other: Option<Day>| {
            let day = text.filter(|text| !text.is_empty()).map_or(other, Day::parse);
            errors.check(field, day.is_some(), "must be a day, YYYY-MM-DD");
            day.unwrap_or(today)
        };
        let last = day("date_to", self.date_to.as_deref(), Some(today));
        let first = day("date_from", self.date_from.as_deref(), Some(last.plus(1 - PERIOD_DAYS)));
        errors.check("date_from", first <= last, "must not be after the last day");
        errors.check(
            "date_from",
            i64::from(last.0) - i64::from(first.0) < i64::from(PERIOD_DAYS_MAX),
            format!("must be at most {PERIOD_DAYS_MAX} days before the last day"),
        );
        errors.check("date_to", last <= today, "must not be after today");
        errors.finish()?;
        Ok((first, last))
    }
}

/// What transactions of a kind changed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OperationSum {
    /// The kind.
    #[schema(value_type = TransactionTypeId)]
    pub operation_type: i64,
    /// By how much, in dollars.
    #[schema(value_type = f64)]
    pub amount: Money,
}

/// The accounts of a kind over the period.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TrialAccount {
    /// The kind.
    #[schema(value_type = AccountKindId)]
    pub account: u8,
    /// What they are to a bookkeeper.
    pub purpose: &'static str,
    /// What they held before, in dollars.
    #[schema(value_type = f64)]
    pub opening: Money,
    /// What changed it, by kind of transaction.
    pub changes: Vec<OperationSum>,
    /// What they held at the end, in dollars.
    #[schema(value_type = f64)]
    pub closing: Money,
}

/// What the accounts of a kind held.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TrialHeld {
    /// The kind.
    #[schema(value_type = AccountKindId)]
    pub account: u8,
    /// How much, in dollars.
    #[schema(value_type = f64)]
    pub amount: Money,
}

/// The trial balance at the end of a day.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TrialDay {
    /// The day.
    #[schema(value_type = String, format = Date)]
    pub date: String,
    /// What the accounts held, in the order of `accounts`.
    pub held: Vec<TrialHeld>,
    /// The sum of it, in dollars: zero, or the books are damaged.
    #[schema(value_type = f64)]
    pub sum: Money,
}

/// The trial balance of a period: what all accounts hold adds up to zero.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TrialBalance {
    /// First day.
    #[schema(value_type = String, format = Date)]
    pub date_from: String,
    /// Last day.
    #[schema(value_type = String, format = Date)]
    pub date_to: String,
    /// The accounts.
    pub accounts: Vec<TrialAccount>,
    /// Each day, with days on which nothing happened.
    pub days: Vec<TrialDay>,
    /// The sum of what all hold at the end, in dollars: zero, or the books are damaged.
    #[schema(value_type = f64)]
    pub sum: Money,
}

/// Adds up all accounts over a period, and tells what they held at the end of each of its days.
#[utoipa::path(get, path = "/api/admin/ledger/trial_balance", tag = "admin", params(LedgerPeriod),
    responses((status = 200, body = Data<TrialBalance>)))]
pub async fn get_trial_balance(
    State(app): State<ApiState>,
    _god: God,
    Qs(query): Qs<LedgerPeriod>,
) -> Result<Json<Data<TrialBalance>>, Problem> {
    let (first, last) = query.days(day_now(&app))?;
    let (closing, sums) = app
        .store
        .read("get_trial_balance", async move |conn: &Conn| {
            Ok((journal::closing(conn, last).await?, journal::day_sums(conn, first, last, false).await?))
        })
        .await?;
    let mut changes: BTreeMap<(AccountKind, i64), Money> = BTreeMap::new();
    for DaySum { operation, account, amount, .. } in &sums {
        *changes.entry((*account, *operation)).or_default() += *amount;
    }
    let accounts: Vec<TrialAccount> = closing
        .iter()
        .map(|(account, closing)| {
            let of_account = changes.iter().filter(|((kind, _), amount)| kind == account && !amount.is_zero());
            let changes: Vec<OperationSum> = of_account
                .map(|((_, operation_type), amount)| OperationSum { operation_type: *operation_type, amount: *amount })
                .collect();
            let changed: Money = changes.iter().map(|change| change.amount).sum();
            TrialAccount {
                account: account.id(),
                purpose: account.purpose(),
                opening: *closing - changed,
                changes,
                closing: *closing,
            }
        })
        .collect();
    let sum = accounts.iter().map(|account| account.closing).sum();
    let days = trial_days(&closing, &sums, first, last);
    Ok(data(TrialBalance { date_from: first.to_string(), date_to: last.to_string(), accounts, days, sum }))
}

/// What the accounts held at the end of each day, from what they held at the end of the last one.
fn trial_days(closing: &BTreeMap<AccountKind, Money>, sums: &[DaySum], first: Day, last: Day) -> Vec<TrialDay> {
    let mut held = closing.clone();
    let mut days = Vec::new();
    for day in (first.0..=last.0).rev() {
        days.push(TrialDay {
            date: Day(day).to_string(),
            held: held.iter().map(|(kind, amount)| TrialHeld { account: kind.id(), amount: *amount }).collect(),
            sum: held.values().copied().sum(),
        });
        for moved in sums.iter().filter(|moved| moved.day.0 == day) {
            *held.entry(moved.account).or_default() -= moved.amount;
        }
    }
    days.reverse();
    days
}

/// What the network won or lost on a day.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProfitDay {
    /// The day.
    #[schema(value_type = String, format = Date)]
    pub date: String,
    /// The network's part of clicks, less what was taken back, in dollars.
    #[schema(value_type = f64)]
    pub revenue: Money,
    /// Fees kept of payouts, in dollars.
    #[schema(value_type = f64)]
    pub fees: Money,
    /// Corrections and bonuses, in dollars: mostly below zero.
    #[schema(value_type = f64)]
    pub adjustments: Money,
    /// What will not come back, in dollars: zero or below.
    #[schema(value_type = f64)]
    pub bad_debt: Money,
    /// All of it, in dollars.
    #[schema(value_type = f64)]
    pub profit: Money,
}

/// The network's result, day by day, with days on which nothing happened.
#[utoipa::path(get, path = "/api/admin/ledger/profit", tag = "admin", params(LedgerPeriod),
    responses((status = 200, body = Data<Vec<ProfitDay>>)))]
pub async fn list_profit(
    State(app): State<ApiState>,
    _god: God,
    Qs(query): Qs<LedgerPeriod>,
) -> Result<Json<Data<Vec<ProfitDay>>>, Problem> {
    let (first, last) = query.days(day_now(&app))?;
    let sums = app
        .store
        .read("list_profit", async move |conn: &Conn| journal::day_sums(conn, first, last, true).await)
        .await?;
    let days = (first.0..=last.0).map(|day| {
        let of = |kind: AccountKind| -> Money {
            sums.iter().filter(|sum| sum.day.0 == day && sum.account == kind).map(|sum| sum.amount).sum()
        };
        let (revenue, fees) = (of(AccountKind::Revenue), of(AccountKind::Fees));
        let (adjustments, bad_debt) = (of(AccountKind::Adjustments), of(AccountKind::BadDebt));
        let profit = revenue + fees + adjustments + bad_debt;
        ProfitDay { date: Day(day).to_string(), revenue, fees, adjustments, bad_debt, profit }
    });
    Ok(data(days.collect()))
}

/// An audit that the program made by itself.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AuditRun)]
pub struct AuditRunResource {
    /// The day.
    #[schema(value_type = String, format = Date)]
    pub date: String,
    /// When it began.
    #[schema(value_type = String, format = DateTime)]
    pub started_at: UnixMs,
    /// How long it took, in milliseconds.
    pub took_ms: i64,
    /// How many differences it found; 0: everything adds up.
    pub differences: i64,
    /// What it says, line by line.
    pub report: String,
}

/// Lists what the last nightly audits found, newest first.
#[utoipa::path(get, path = "/api/admin/ledger/audits", tag = "admin",
    responses((status = 200, body = Data<Vec<AuditRunResource>>)))]
pub async fn list_audit_runs(
    State(app): State<ApiState>,
    _god: God,
) -> Result<Json<Data<Vec<AuditRunResource>>>, Problem> {
    let runs =
        app.store.read("list_audit_runs", async |conn: &Conn| audit_runs::newest(conn, AUDITS_LISTED).await).await?;
    let runs = runs.into_iter().map(|run| AuditRunResource {
        date: run.day.to_string(),
        started_at: run.started_at,
        took_ms: run.took_ms,
        differences: run.differences,
        report: run.report,
    });
    Ok(data(runs.collect()))
}

/// A kind of account, for bookkeepers.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChartAccount {
    /// The kind.
    #[schema(value_type = AccountKindId)]
    pub account: u8,
    /// Its name in the journal.
    pub journal: &'static str,
    /// What it is.
    pub purpose: &'static str,
}

/// A kind of transaction, with what it may post.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChartMovement {
    /// The kind.
    #[schema(value_type = TransactionTypeId)]
    pub operation_type: i64,
    /// Accounts that it may take from or give to.
    #[schema(value_type = Vec<AccountKindId>)]
    pub accounts: Vec<u8>,
    /// What it is.
    pub purpose: &'static str,
}

/// The chart of accounts.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Chart {
    /// Kinds of accounts.
    pub accounts: Vec<ChartAccount>,
    /// Kinds of transactions.
    pub movements: Vec<ChartMovement>,
}

/// Tells what accounts there are and what moves them.
#[utoipa::path(get, path = "/api/admin/ledger/chart", tag = "admin", responses((status = 200, body = Data<Chart>)))]
pub async fn get_chart(_god: God) -> Json<Data<Chart>> {
    let accounts = AccountKind::ALL.into_iter().map(|kind| ChartAccount {
        account: kind.id(),
        journal: kind.journal(),
        purpose: kind.purpose(),
    });
    let movements = Operation::ALL.into_iter().map(|operation| {
        let kind = transaction_kind(operation);
        let accounts = kind.accounts.iter().map(|account| account.id()).collect();
        ChartMovement { operation_type: operation.code(), accounts, purpose: kind.purpose }
    });
    data(Chart { accounts: accounts.collect(), movements: movements.collect() })
}
