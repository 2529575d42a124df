//! A webmaster's payouts.

use crate::account::password::check_own_password;
use crate::account::second_factor::check_otp;
use crate::auth::Webmaster;
use crate::dictionaries::words::PayoutStatusId;
use crate::extract::{Json, Path, Qs};
use crate::idempotent::{self, Repeatable};
use crate::list::{Data, List, Page, data};
use crate::mail::{self, Mail, Recipient};
use crate::state::{Api, ApiState};
use crate::webmaster::wallets::PaymentTypeName;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use placard_common::error::Problem;
use placard_model::money::INPUT_MAX;
use placard_model::payments::payout::{PayoutFacts, PayoutStatus};
use placard_model::user::UserStatus;
use placard_model::{Money, PayoutId, UnixMs, UserId, WalletId};
use placard_store::accounts::{audit_log, users};
use placard_store::paid_out::payouts::{self, Payout, PayoutFilter, Quote};
use placard_store::paid_out::{payout_quota, payout_remain};
use placard_store::{Conn, Priority, Scope, Tx};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Payouts of a page.
const PAGE_ROWS: u32 = 15;
/// The only currency of balances.
const CURRENCY: &str = "USD";
/// The largest amount that is asked for.
pub(crate) const AMOUNT_MAX: Money = INPUT_MAX;

/// Where a payout goes.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PaidWallet {
    /// The wallet.
    pub id: i64,
    /// Its address, or what the payment system calls the account.
    pub number: String,
    /// By which it is paid to.
    pub payment_type: PaymentTypeName,
}

impl From<&Payout> for PaidWallet {
    fn from(payout: &Payout) -> Self {
        let payment_type = PaymentTypeName { id: payout.payment_type.0, name: payout.type_name.clone() };
        Self { id: payout.wallet.0, number: payout.number.clone(), payment_type }
    }
}

/// A payout.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Payout)]
pub struct PayoutResource {
    /// The payout.
    pub id: i64,
    /// What leaves the balance, in dollars.
    #[schema(value_type = f64)]
    pub amount: Money,
    /// `USD`.
    pub currency: &'static str,
    /// What of the amount is the fee, in dollars.
    #[schema(value_type = f64)]
    pub fee: Money,
    /// What is sent, in the currency of the payment type.
    #[schema(value_type = f64)]
    pub payable: Money,
    /// That currency.
    pub payable_currency_id: i64,
    /// Where it goes.
    pub wallet: PaidWallet,
    /// Its status.
    #[schema(value_type = PayoutStatusId)]
    pub status_id: u8,
    /// Its status, as people read it.
    pub status: &'static str,
    /// It was paid, and its money came back.
    pub is_returned: bool,
    /// Auto-payment asked for it.
    pub is_auto: bool,
    /// Why it was rejected, or came back; empty when it was not.
    pub comment: String,
    /// Why the network holds it back for now; null while it does not.
    pub held_reason: Option<String>,
    /// What the payment system calls the payment; empty before it.
    pub transaction_hash: String,
    /// The page about the payment; null where there is none.
    pub explorer_url: Option<String>,
    /// When it was asked for.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: UnixMs,
    /// When it was approved; null before.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub approved_at: Option<UnixMs>,
    /// When it was paid, rejected or cancelled; null before.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub closed_at: Option<UnixMs>,
}

impl From<Payout> for PayoutResource {
    fn from(payout: Payout) -> Self {
        Self {
            id: payout.id.0,
            amount: payout.amount,
            currency: CURRENCY,
            fee: payout.fee,
            payable: payout.payable,
            payable_currency_id: payout.currency.0,
            wallet: PaidWallet::from(&payout),
            status_id: payout.status.id(),
            status: payout.status.label(),
            is_returned: payout.is_returned,
            is_auto: payout.auto_monday.is_some(),
            explorer_url: payout.explorer(),
            comment: payout.comment,
            held_reason: (payout.status.is_open() && !payout.held_reason.is_empty()).then_some(payout.held_reason),
            transaction_hash: payout.transaction_hash,
            created_at: payout.created_at,
            approved_at: payout.approved_at,
            closed_at: payout.closed_at,
        }
    }
}

/// Which payouts.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct PayoutsQuery {
    /// Those of this status.
    #[param(value_type = Option<PayoutStatusId>, inline)]
    pub status_id: Option<i64>,
    /// The page, from 1.
    #[param(minimum = 1)]
    pub page: Option<u32>,
    /// Rows of a page; 15 when omitted, 0 means all.
    #[param(maximum = 10000)]
    pub count: Option<u32>,
}

/// Reads a status of a filter.
pub fn read_status(id: Option<i64>) -> Result<Vec<PayoutStatus>, Problem> {
    let read =
        |id: i64| PayoutStatus::from_id(id).ok_or_else(|| Problem::field("status_id", "must be 1, 2, 3, 4 or 5"));
    id.map(read).into_iter().collect()
}

/// Lists the own payouts, newest first.
#[utoipa::path(get, path = "/api/webmaster/payouts", tag = "webmaster", params(PayoutsQuery),
    responses((status = 200, body = List<PayoutResource>)))]
pub async fn list_payouts(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Qs(query): Qs<PayoutsQuery>,
) -> Result<Json<List<PayoutResource>>, Problem> {
    let (scope, page) = (webmaster.scope(), Page::new(query.page, query.count, PAGE_ROWS)?);
    let filter = PayoutFilter { statuses: read_status(query.status_id)?, ..PayoutFilter::default() };
    let (found, total) = app
        .store
        .read("list_payouts", async move |conn| {
            let found = payouts::list(conn, scope, &filter, page.rows, page.offset()).await?;
            Ok((found, payouts::count(conn, scope, &filter).await?))
        })
        .await?;
    let rows = found.into_iter().map(Into::into).collect();
    Ok(Json(List { data: rows, pagination: page.pagination(total), total_statistic: None, counts_by_status: None }))
}

/// What to ask for.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PayoutQuoteQuery {
    /// Dollars that leave the balance, with at most 2 decimals.
    #[param(value_type = f64, minimum = 1, maximum = 1_000_000_000)]
    pub amount: String,
    /// Where to; the primary wallet when omitted.
    pub wallet_id: Option<i64>,
}

/// What a payout would be.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = PayoutQuote)]
pub struct PayoutQuoteResource {
    /// What leaves the balance, in dollars.
    #[schema(value_type = f64)]
    pub amount: Money,
    /// `USD`.
    pub currency: &'static str,
    /// What of the amount is the fee, in dollars.
    #[schema(value_type = f64)]
    pub fee: Money,
    /// What is sent, in the currency of the payment type.
    #[schema(value_type = f64)]
    pub payable: Money,
    /// That currency.
    pub payable_currency_id: i64,
    /// Where it goes.
    pub wallet: PaidWallet,
}

impl From<Quote> for PayoutQuoteResource {
    fn from(quote: Quote) -> Self {
        let Quote { wallet, amount, fee, payable, .. } = quote;
        let payment_type = PaymentTypeName { id: wallet.payment_type.0, name: wallet.type_name };
        let payable_currency_id = wallet.currency.0;
        let wallet = PaidWallet { id: wallet.id.0, number: wallet.number, payment_type };
        Self { amount, currency: CURRENCY, fee, payable, payable_currency_id, wallet }
    }
}

/// Tells fee and what is sent of a payout, and changes nothing. A payout that would be refused is refused here in the same
/// words.
#[utoipa::path(get, path = "/api/webmaster/payouts/quote", tag = "webmaster", params(PayoutQuoteQuery),
    responses((status = 200, body = Data<PayoutQuoteResource>)))]
pub async fn get_payout_quote(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Qs(query): Qs<PayoutQuoteQuery>,
) -> Result<Json<Data<PayoutQuoteResource>>, Problem> {
    let amount = Money::parse(query.amount.trim(), 2).map_err(|error| Problem::field("amount", error.to_string()))?;
    let amount = check_amount(amount)?;
    let (user, wallet) = (webmaster.id(), query.wallet_id.map(WalletId));
    let read = async move |conn: &Conn| payouts::quote(conn, user, wallet, amount).await;
    Ok(data(app.store.read("get_payout_quote", read).await?.into()))
}

fn check_amount(amount: Money) -> Result<Money, Problem> {
    let is_fine = amount > Money::ZERO && amount <= AMOUNT_MAX && amount.is_whole_cents();
    if is_fine { Ok(amount) } else { Err(Problem::field("amount", "must be above 0, with at most 2 decimals")) }
}

/// A payout to ask for.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PayoutForm {
    /// Dollars that leave the balance, with at most 2 decimals: at least the minimum of the payment type, at most what is
    /// available.
    #[schema(value_type = f64)]
    pub amount: Money,
    /// Where to; the primary wallet when omitted.
    pub wallet_id: Option<i64>,
    /// Dollars of the fee that was shown: when it is another one by now, nothing is asked for. Whatever it is when omitted.
    #[schema(value_type = Option<f64>)]
    pub fee: Option<Money>,
    /// The password.
    #[schema(format = Password)]
    pub password: String,
    /// Code of the second factor, for who has one.
    pub otp: Option<String>,
}

/// Asks for a payout: its amount is set aside at once. One is open at a time. A repeat with the same `Idempotency-Key` gets the
/// first answer.
#[utoipa::path(post, path = "/api/webmaster/payouts", tag = "webmaster", request_body = PayoutForm,
    params(("Idempotency-Key" = Option<String>, Header, description = "Up to 200 characters that name this call: a repeat \
        within a day does nothing again", max_length = 200)),
    responses((status = 201, body = Data<PayoutResource>)))]
pub async fn create_payout(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Repeatable { form, repeat }: Repeatable<PayoutForm>,
) -> Result<Response, Problem> {
    let user = webmaster.id();
    if let Some(first) = repeat.first_answer(&app, user).await? {
        return Ok(first);
    }
    let (amount, wallet, fee) = (check_amount(form.amount)?, form.wallet_id.map(WalletId), form.fee);
    // Before a code, which works once only, is used up.
    let read = async move |conn: &Conn| payouts::quote(conn, user, wallet, amount).await;
    if let Err(error) = app.store.read("get_payout_quote", read).await {
        return repeat.refused(&app, user, error).await;
    }
    let checked = check_own_password(&app, &webmaster, "password", &form.password).await?;
    if let Err(problem) = check_otp(&app, &webmaster, form.otp.as_deref()).await {
        return repeat.refused(&app, user, problem).await;
    }
    let (actor, app_) = (webmaster.actor(), app.clone());
    let answer = app
        .store
        .write("create_payout", Priority::Api, async move |tx| {
            if let Some(first) = repeat.answered(tx, user).await? {
                return Ok(first);
            }
            checked.still_holds(tx).await?;
            payout_quota::check(tx, user).await?;
            let made = payouts::request(tx, user, wallet, amount, fee, None).await?;
            audit_log::record(tx, &actor, tx.name(), "payout", made.id, None::<&Payout>, Some(&made)).await?;
            tell(tx, &app_, &made).await?;
            let answer = idempotent::answer(StatusCode::CREATED, &Data { data: PayoutResource::from(made) })?;
            repeat.keep(tx, user, &answer).await?;
            Ok(answer)
        })
        .await?;
    Ok(idempotent::respond(answer))
}

/// Takes a payout back that was asked for and not approved yet: its money is available again.
#[utoipa::path(put, path = "/api/webmaster/payouts/{id}/cancel", tag = "webmaster", params(("id" = i64, Path)),
    responses((status = 200, body = Data<PayoutResource>)))]
pub async fn cancel_payout(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(id): Path<i64>,
) -> Result<Json<Data<PayoutResource>>, Problem> {
    let (scope, actor, id, app_) = (webmaster.scope(), webmaster.actor(), PayoutId(id), app.clone());
    let after = app
        .store
        .write("cancel_payout", Priority::Api, async move |tx| {
            let (before, after) = payouts::cancel(tx, scope, id).await?;
            audit_log::record(tx, &actor, tx.name(), "payout", id, Some(&before), Some(&after)).await?;
            tell(tx, &app_, &after).await?;
            Ok(after)
        })
        .await?;
    Ok(data(after.into()))
}

/// Tells a webmaster by mail what became of a payout, in the transaction of that.
pub(crate) async fn tell(tx: &Tx, app: &Api, payout: &Payout) -> placard_store::Result<()> {
    tell_facts(tx, app, payout.user, payout.facts()).await
}

/// Tells a webmaster what is so of a payout; nobody where the account is deleted.
pub(crate) async fn tell_facts(tx: &Tx, app: &Api, user: UserId, facts: PayoutFacts) -> placard_store::Result<()> {
    let owner = users::get_user(tx, Scope::System, user).await?;
    if owner.status == UserStatus::Deleted {
        return Ok(());
    }
    let to = Recipient { user: Some(owner.id), email: &owner.email, name: &owner.contacts.name };
    mail::queue(tx, app, to, &Mail::PayoutState(facts)).await
}

/// What is missing until a payout can be asked for.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = PayoutRemain)]
pub struct RemainResource {
    /// Dollars that are missing to the least payout; 0 when it can be asked for.
    #[schema(value_type = f64)]
    pub remain: Money,
    /// The least payout, in dollars: that of the primary wallet, or the usual one.
    #[schema(value_type = f64)]
    pub minimum_payout: Money,
    /// Dollars that can be paid out.
    #[schema(value_type = f64)]
    pub balance: Money,
    /// Dollars that were asked for and are not paid yet.
    #[schema(value_type = f64)]
    pub reserved: Money,
    /// `USD`.
    pub currency: &'static str,
    /// The payout that is open; another one can be asked for when it is closed.
    pub open_payout_id: Option<i64>,
}

/// What is missing until a payout can be asked for.
#[utoipa::path(get, path = "/api/webmaster/balance/remain", tag = "webmaster",
    responses((status = 200, body = Data<RemainResource>)))]
pub async fn get_balance_remain(
    State(app): State<ApiState>,
    webmaster: Webmaster,
) -> Result<Json<Data<RemainResource>>, Problem> {
    let id = webmaster.id();
    let found = app.store.read("get_balance_remain", async move |conn| payout_remain::remain(conn, id).await).await?;
    Ok(data(RemainResource {
        remain: found.missing,
        minimum_payout: found.minimum,
        balance: found.available,
        reserved: found.reserved,
        currency: CURRENCY,
        open_payout_id: found.open.map(|id| id.0),
    }))
}
