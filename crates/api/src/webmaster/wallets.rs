//! A webmaster's wallets.

use crate::account::password::check_own_password;
use crate::account::second_factor::check_otp;
use crate::auth::Webmaster;
use crate::dictionaries::words::WalletStatusId;
use crate::extract::{Json, Path, Qs, flag};
use crate::list::{Data, data};
use crate::mail::{self, Mail, Recipient};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::Problem;
use placard_model::payments::payment::{EPAYMENTS, NOT_FOR_USD, USD, WEBMONEY_R};
use placard_model::payments::payout::WalletStatus;
use placard_model::payments::wallet::read_address;
use placard_model::{CurrencyId, PaymentTypeId, UnixMs, WalletId};
use placard_store::accounts::audit_log;
use placard_store::money::payment_systems;
use placard_store::money::payment_systems::PaymentType;
use placard_store::paid_out::wallets::{self, Wallet};
use placard_store::{Conn, Error, Priority};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Id and name of a payment type.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PaymentTypeName {
    /// The payment type.
    pub id: i64,
    /// What people read.
    pub name: String,
}

/// A wallet.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Wallet)]
pub struct WalletResource {
    /// The wallet.
    pub id: i64,
    /// Its address, or what the payment system calls the account.
    pub number: String,
    /// By which it is paid to.
    pub payment_type: PaymentTypeName,
    /// The payment system of that.
    pub payment_system_id: i64,
    /// What is paid in.
    pub currency_id: i64,
    /// Its status.
    #[schema(value_type = WalletStatusId)]
    pub status_id: u8,
    /// Is paid to where no wallet is named.
    pub is_primary: bool,
    /// Why it was refused; empty when it was not.
    pub comment: String,
    /// It can be paid to now: it is approved, and its first hours are over.
    pub is_usable: bool,
    /// It is not paid to before.
    #[schema(value_type = String, format = DateTime)]
    pub usable_at: UnixMs,
    /// When it was added.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: UnixMs,
}

impl WalletResource {
    /// A wallet as it is at a moment.
    pub fn new(wallet: Wallet, now: UnixMs) -> Self {
        Self {
            id: wallet.id.0,
            payment_type: PaymentTypeName { id: wallet.payment_type.0, name: wallet.type_name.clone() },
            payment_system_id: wallet.system.0,
            currency_id: wallet.currency.0,
            status_id: wallet.status.id(),
            is_primary: wallet.is_primary,
            comment: wallet.comment.clone(),
            is_usable: wallet.is_usable(now),
            usable_at: wallet.usable_at,
            created_at: wallet.created_at,
            number: wallet.number,
        }
    }
}

/// A webmaster's wallets.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Wallets {
    /// Those that are approved, the primary one first.
    pub wallets: Vec<WalletResource>,
    /// Those that wait for their approval, or were refused.
    pub unapproved_wallets: Vec<WalletResource>,
}

/// Which wallets.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct WalletsQuery {
    /// 1: those of WebMoney R too.
    #[serde(deserialize_with = "flag")]
    #[param(value_type = u8, minimum = 0, maximum = 1)]
    pub show_wmr: bool,
    /// 1: those of ePayments too.
    #[serde(deserialize_with = "flag")]
    #[param(value_type = u8, minimum = 0, maximum = 1)]
    pub show_epayments: bool,
    /// Those of this currency, whatever else is asked. For dollars (1) without WebMoney, ePayments and WebMoney R.
    pub currency_id: Option<i64>,
}

impl WalletsQuery {
    fn has(self, wallet: &Wallet) -> bool {
        match self.currency_id.map(CurrencyId) {
            Some(USD) => wallet.currency == USD && !NOT_FOR_USD.contains(&wallet.system),
            Some(currency) => wallet.currency == currency,
            None => {
                (self.show_wmr || wallet.system != WEBMONEY_R) && (self.show_epayments || wallet.system != EPAYMENTS)
            }
        }
    }
}

/// Lists the own wallets.
#[utoipa::path(get, path = "/api/webmaster/wallet", tag = "webmaster", params(WalletsQuery),
    responses((status = 200, body = Data<Wallets>)))]
pub async fn list_wallets(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Qs(query): Qs<WalletsQuery>,
) -> Result<Json<Data<Wallets>>, Problem> {
    let (scope, now) = (webmaster.scope(), app.clock.now());
    let found = app.store.read("list_wallets", async move |conn| wallets::list(conn, scope).await).await?;
    let wanted = found.into_iter().filter(|wallet| query.has(wallet));
    let (approved, others): (Vec<Wallet>, Vec<Wallet>) =
        wanted.partition(|wallet| wallet.status == WalletStatus::Approved);
    let shown = |wallets: Vec<Wallet>| wallets.into_iter().map(|wallet| WalletResource::new(wallet, now)).collect();
    Ok(data(Wallets { wallets: shown(approved), unapproved_wallets: shown(others) }))
}

/// A wallet to add.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WalletForm {
    /// By which it is paid to.
    pub payment_type_id: i64,
    /// Its address, or what the payment system calls the account. Addresses of Tron and Ethereum are checked with their
    /// checksums.
    pub number: String,
    /// What is paid in: the currency of the payment type.
    pub currency_id: Option<i64>,
    /// The password.
    #[schema(format = Password)]
    pub password: String,
    /// Code of the second factor, for who has one.
    pub otp: Option<String>,
}

/// An address to check.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WalletCheckQuery {
    /// By which it would be paid to.
    pub payment_type_id: i64,
    /// The address, or what the payment system calls the account.
    #[param(min_length = 1, max_length = 100)]
    pub number: String,
}

/// An address that a wallet may have.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CheckedAddress {
    /// As it would be kept.
    pub number: String,
}

/// Checks an address before a wallet is added: addresses of Tron and Ethereum with their checksums. What is wrong is told in the
/// words of the call that adds it.
#[utoipa::path(get, path = "/api/webmaster/wallet/check", tag = "webmaster", params(WalletCheckQuery),
    responses((status = 200, body = Data<CheckedAddress>)))]
pub async fn check_wallet(
    State(app): State<ApiState>,
    _webmaster: Webmaster,
    Qs(query): Qs<WalletCheckQuery>,
) -> Result<Json<Data<CheckedAddress>>, Problem> {
    let number = check_form(&app, query.payment_type_id, None, &query.number).await?;
    Ok(data(CheckedAddress { number }))
}

/// Adds a wallet. It waits for its approval, and for some hours (a setting) in which its owner, whom a mail tells of it, can
/// object. The first one that is approved is primary.
#[utoipa::path(post, path = "/api/webmaster/wallet", tag = "webmaster", request_body = WalletForm,
    responses((status = 201, body = Data<WalletResource>)))]
pub async fn create_wallet(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Json(form): Json<WalletForm>,
) -> Result<(StatusCode, Json<Data<WalletResource>>), Problem> {
    check_form(&app, form.payment_type_id, form.currency_id, &form.number).await?;
    let checked = check_own_password(&app, &webmaster, "password", &form.password).await?;
    check_otp(&app, &webmaster, form.otp.as_deref()).await?;
    let (user, actor, app_, now) = (webmaster.user.clone(), webmaster.actor(), app.clone(), app.clock.now());
    let made = app
        .store
        .write("create_wallet", Priority::Api, async move |tx| {
            checked.still_holds(tx).await?;
            let by = PaymentTypeId(form.payment_type_id);
            let made = wallets::insert(tx, user.id, by, &form.number, user.is_trusted).await?;
            audit_log::record(tx, &actor, tx.name(), "wallet", made.id, None::<&Wallet>, Some(&made)).await?;
            let to = Recipient { user: Some(user.id), email: &user.email, name: &user.contacts.name };
            let letter = Mail::WalletAdded {
                number: made.number.clone(),
                payment_type: made.type_name.clone(),
                usable_at: made.usable_at,
                at: made.created_at,
                address: actor.address.clone(),
            };
            mail::queue(tx, &app_, to, &letter).await?;
            Ok(made)
        })
        .await?;
    Ok((StatusCode::CREATED, data(WalletResource::new(made, now))))
}

/// What can be said of a wallet before a code, which works once only, is used up. The address as it is kept.
async fn check_form(app: &ApiState, by: i64, currency: Option<i64>, number: &str) -> Result<String, Problem> {
    let id = PaymentTypeId(by);
    let find = async move |conn: &Conn| match payment_systems::get_type(conn, id).await {
        Ok(found) => Ok(Some(found)),
        Err(Error::NotFound(_)) => Ok(None),
        Err(error) => Err(error),
    };
    let Some(found) = app.store.read("get_payment_type", find).await?.filter(PaymentType::is_for_payouts) else {
        return Err(Problem::field("payment_type_id", "is no payment type by which webmasters are paid"));
    };
    if currency.is_some_and(|currency| currency != found.currency.0) {
        return Err(Problem::field("currency_id", format!("must be {}: {} is paid in it", found.currency, found.name)));
    }
    read_address(found.address_kind, number).map_err(|error| Problem::field("number", error.to_string()))
}

/// Deletes a wallet. Refused while a payout to it is open.
#[utoipa::path(delete, path = "/api/webmaster/wallet/{id}", tag = "webmaster", params(("id" = i64, Path)),
    responses((status = 204)))]
pub async fn delete_wallet(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(id): Path<i64>,
) -> Result<StatusCode, Problem> {
    let (scope, actor, id) = (webmaster.scope(), webmaster.actor(), WalletId(id));
    app.store
        .write("delete_wallet", Priority::Api, async move |tx| {
            let before = wallets::delete(tx, scope, id).await?;
            audit_log::record(tx, &actor, tx.name(), "wallet", id, Some(&before), None::<&Wallet>).await
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Makes an approved wallet the primary one: it is paid to where none is named, and by auto-payment.
#[utoipa::path(put, path = "/api/webmaster/wallet/{id}/primary", tag = "webmaster", params(("id" = i64, Path)),
    responses((status = 200, body = Data<WalletResource>)))]
pub async fn set_primary_wallet(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(id): Path<i64>,
) -> Result<Json<Data<WalletResource>>, Problem> {
    let (scope, actor, id, now) = (webmaster.scope(), webmaster.actor(), WalletId(id), app.clock.now());
    let after = app
        .store
        .write("set_primary_wallet", Priority::Api, async move |tx| {
            let (before, after) = wallets::set_primary(tx, scope, id).await?;
            audit_log::record(tx, &actor, tx.name(), "wallet", id, Some(&before), Some(&after)).await?;
            Ok(after)
        })
        .await?;
    Ok(data(WalletResource::new(after, now)))
}
