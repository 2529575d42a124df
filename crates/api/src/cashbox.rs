//! Payment systems, their types, currencies: what money comes in and goes out by.

use crate::auth::{Advertiser, Member};
use crate::dictionaries::words::{AddressKindName, PaymentPurposeName};
use crate::extract::{Json, Path, Qs};
use crate::list::{Data, data};
use crate::payments;
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::{FieldErrors, Problem};
use placard_common::gateways;
use placard_model::money::DECIMALS_MAX;
use placard_model::payments::deposit::Gateway;
use placard_model::payments::payment::{NOT_FOR_USD, PaymentPurpose, SANDBOX, USD};
use placard_model::settings::Settings;
use placard_model::{CurrencyId, Money, PaymentSystemId, Rate, UnixMs};
use placard_store::Conn;
use placard_store::money::payment_systems::{self, Currency, PaymentSystem, PaymentType, SystemFilter};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A way in which money comes in or goes out.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = PaymentSystem)]
pub struct PaymentSystemResource {
    /// The payment system.
    pub id: i64,
    /// What people read.
    pub name: String,
    /// What it is for.
    #[schema(value_type = PaymentPurposeName)]
    pub purpose: &'static str,
    /// It can keep what a top-up is paid with, for automatic top-up.
    pub can_keep_method: bool,
    /// The least top-up by it, in dollars; null where nobody tops up by it.
    #[schema(value_type = Option<f64>)]
    pub least_top_up: Option<Money>,
    /// The highest top-up by it, in dollars; null where nobody tops up by it.
    #[schema(value_type = Option<f64>)]
    pub most_top_up: Option<Money>,
}

impl PaymentSystemResource {
    /// A payment system where these settings hold.
    fn new(system: PaymentSystem, settings: &Settings) -> Self {
        let gateway = Gateway::of_system(system.id.0);
        let can_keep_method = gateway.is_some_and(|gateway| gateways::of(gateway).keeps().is_some());
        let taken = gateway.filter(|_| system.purpose.covers(PaymentPurpose::TopUp));
        let bounds = taken.map(|gateway| settings.deposits.bounds(gateway));
        Self {
            id: system.id.0,
            name: system.name,
            purpose: system.purpose.name(),
            can_keep_method,
            least_top_up: bounds.map(|(least, _)| least),
            most_top_up: bounds.map(|(_, most)| most),
        }
    }
}

/// A kind of payment of a payment system.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = PaymentType)]
pub struct PaymentTypeResource {
    /// The payment type.
    pub id: i64,
    /// Its payment system.
    pub payment_system_id: i64,
    /// What is paid in.
    pub currency_id: i64,
    /// What people read.
    pub name: String,
    /// The least payout, in dollars.
    #[schema(value_type = f64)]
    pub minimum_payout: Money,
    /// What each payout costs, in dollars.
    #[schema(value_type = f64)]
    pub fee_fixed: Money,
    /// What a payout costs beside it: a part of its amount, in basis points.
    pub fee_basis_points: i64,
    /// What wallets are named by.
    #[schema(value_type = AddressKindName)]
    pub address_kind: &'static str,
    /// How long a payment takes, in words.
    pub usual_time: String,
    /// What a top-up costs its payer beside the amount, in words; empty: nothing.
    pub fee_note: String,
}

impl PaymentTypeResource {
    /// A payment type where these settings hold.
    pub fn new(found: PaymentType, settings: &Settings) -> Self {
        Self {
            id: found.id.0,
            payment_system_id: found.system.0,
            currency_id: found.currency.0,
            name: found.name,
            minimum_payout: found.own_minimum.unwrap_or(settings.shares.minimum_payout),
            fee_fixed: found.fee.fixed,
            fee_basis_points: found.fee.basis_points,
            address_kind: found.address_kind.name(),
            usual_time: found.usual_time,
            fee_note: found.fee_note,
        }
    }
}

/// A currency.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Currency)]
pub struct CurrencyResource {
    /// The currency; 1 is the dollar.
    pub id: i64,
    /// ISO 4217, or what a coin is called.
    pub code: String,
    /// What people read.
    pub name: String,
    /// How many dollars one unit is; at most 9 decimals.
    #[schema(value_type = f64)]
    pub currency_rate: Rate,
    /// When the rate was set.
    #[schema(value_type = String, format = DateTime)]
    pub rate_set_at: UnixMs,
}

impl From<Currency> for CurrencyResource {
    fn from(currency: Currency) -> Self {
        Self {
            id: currency.id.0,
            code: currency.code,
            name: currency.name,
            currency_rate: currency.rate,
            rate_set_at: currency.rate_set_at,
        }
    }
}

/// Which payment systems.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct PaymentSystemsQuery {
    /// Those that are for this.
    #[param(value_type = Option<PaymentPurposeName>, inline)]
    pub purpose: Option<String>,
    /// Those that pay in this currency. For dollars (1) without WebMoney, ePayments and WebMoney R (2, 3, 5).
    pub currency_id: Option<i64>,
}

/// Lists the payment systems that can be used; for top-ups those that take them here and now.
#[utoipa::path(get, path = "/api/cashbox/payment_systems", tag = "cashbox", params(PaymentSystemsQuery),
    responses((status = 200, body = Data<Vec<PaymentSystemResource>>)))]
pub async fn list_payment_systems(
    State(app): State<ApiState>,
    _member: Member,
    Qs(query): Qs<PaymentSystemsQuery>,
) -> Result<Json<Data<Vec<PaymentSystemResource>>>, Problem> {
    let purpose = read_purpose(query.purpose.as_deref())?;
    let filter = SystemFilter { active_only: true, purpose, currency: query.currency_id.map(CurrencyId) };
    let read = async move |conn: &Conn| payment_systems::list_systems(conn, filter).await;
    let mut found = app.store.read("list_payment_systems", read).await?;
    found.retain(|system| is_here(&app, system.id));
    if purpose == Some(PaymentPurpose::TopUp) {
        // Nobody is offered a way to pay whose gateway takes nothing here.
        let mut ready = Vec::new();
        for gateway in Gateway::ALL {
            ready.extend(payments::access(&app, gateway).await?.map(|_| gateway));
        }
        found.retain(|system| Gateway::of_system(system.id.0).is_some_and(|gateway| ready.contains(&gateway)));
    }
    let settings = app.settings.get();
    Ok(data(found.into_iter().map(|system| PaymentSystemResource::new(system, &settings)).collect()))
}

fn read_purpose(name: Option<&str>) -> Result<Option<PaymentPurpose>, Problem> {
    let read = |name: &str| {
        PaymentPurpose::from_name(name).ok_or_else(|| {
            let names = PaymentPurpose::ALL.map(PaymentPurpose::name).join(", ");
            Problem::field("purpose", format!("must be one of {names}"))
        })
    };
    name.map(read).transpose()
}

/// The sandbox moves no money: people are told of it in the demonstration network alone.
fn is_here(app: &ApiState, system: PaymentSystemId) -> bool {
    app.config.demo || system != SANDBOX
}

/// Which payment types.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct PaymentTypesQuery {
    /// Those of this payment system; of all when omitted.
    pub payment_system_id: Option<i64>,
    /// Those whose payment system is for this: for wallets, `payout`.
    #[param(value_type = Option<PaymentPurposeName>, inline)]
    pub purpose: Option<String>,
    /// Those that are paid in this currency. For dollars (1) without WebMoney, ePayments and WebMoney R (2, 3, 5).
    pub currency_id: Option<i64>,
}

impl PaymentTypesQuery {
    fn has_currency(&self, found: &PaymentType) -> bool {
        self.currency_id.map(CurrencyId).is_none_or(|currency| {
            found.currency == currency && (currency != USD || !NOT_FOR_USD.contains(&found.system))
        })
    }
}

/// Of which payment system.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct OfPaymentSystem {
    /// The payment system; of all when omitted.
    pub payment_system_id: Option<i64>,
}

/// Lists the payment types that can be used.
#[utoipa::path(get, path = "/api/cashbox/payment_types/", tag = "cashbox", params(PaymentTypesQuery),
    responses((status = 200, body = Data<Vec<PaymentTypeResource>>)))]
pub async fn list_payment_types(
    State(app): State<ApiState>,
    _member: Member,
    Qs(query): Qs<PaymentTypesQuery>,
) -> Result<Json<Data<Vec<PaymentTypeResource>>>, Problem> {
    let (system, purpose) = (query.payment_system_id.map(PaymentSystemId), read_purpose(query.purpose.as_deref())?);
    let read = async move |conn: &Conn| payment_systems::list_types(conn, system, true).await;
    let mut found = app.store.read("list_payment_types", read).await?;
    found.retain(|one| {
        let is_for_it = purpose.is_none_or(|purpose| one.purpose.covers(purpose));
        let is_lost = purpose == Some(PaymentPurpose::Payout) && one.lacks_memo();
        is_for_it && !is_lost && query.has_currency(one) && is_here(&app, one.system)
    });
    let settings = app.settings.get();
    Ok(data(found.into_iter().map(|one| PaymentTypeResource::new(one, &settings)).collect()))
}

/// Lists currencies: those that a payment system pays in, or all.
#[utoipa::path(get, path = "/api/cashbox/currencies", tag = "cashbox", params(OfPaymentSystem),
    responses((status = 200, body = Data<Vec<CurrencyResource>>)))]
pub async fn list_currencies(
    State(app): State<ApiState>,
    _member: Member,
    Qs(query): Qs<OfPaymentSystem>,
) -> Result<Json<Data<Vec<CurrencyResource>>>, Problem> {
    let system = query.payment_system_id.map(PaymentSystemId);
    let read = async move |conn: &Conn| payment_systems::list_currencies(conn, system).await;
    let found = app.store.read("list_currencies", read).await?;
    Ok(data(found.into_iter().map(Into::into).collect()))
}

/// A currency.
#[utoipa::path(get, path = "/api/cashbox/currencies/{id}", tag = "cashbox", params(("id" = i64, Path)),
    responses((status = 200, body = Data<CurrencyResource>)))]
pub async fn get_currency(
    State(app): State<ApiState>,
    _member: Member,
    Path(id): Path<i64>,
) -> Result<Json<Data<CurrencyResource>>, Problem> {
    let read = async move |conn: &Conn| payment_systems::get_currency(conn, CurrencyId(id)).await;
    Ok(data(app.store.read("get_currency", read).await?.into()))
}

/// What to convert.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ConversionQuery {
    /// The currency that the amount is in.
    pub from: i64,
    /// The currency that is wanted.
    pub to: i64,
    /// The amount, with at most 6 decimals.
    #[param(value_type = f64, minimum = 0, maximum = 1_000_000_000)]
    pub amount: String,
}

/// An amount in another currency.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ConvertedAmount {
    /// The amount in the currency that is wanted, rounded down to a millionth of its unit.
    #[schema(value_type = f64)]
    pub converted_amount: Money,
}

/// Converts an amount by the stored rates.
#[utoipa::path(get, path = "/api/advertiser/cashbox/get_converted_amount", tag = "cashbox", params(ConversionQuery),
    responses((status = 200, body = Data<ConvertedAmount>)))]
pub async fn get_converted_amount(
    State(app): State<ApiState>,
    _advertiser: Advertiser,
    Qs(query): Qs<ConversionQuery>,
) -> Result<Json<Data<ConvertedAmount>>, Problem> {
    let mut errors = FieldErrors::default();
    let amount = Money::parse(query.amount.trim(), DECIMALS_MAX).unwrap_or_else(|error| {
        errors.add("amount", error.to_string());
        Money::ZERO
    });
    errors.check("amount", !amount.is_negative(), "must not be below zero");
    errors.finish()?;
    let known = app.store.read("convert", async |conn| payment_systems::list_currencies(conn, None).await).await?;
    let rate_of = |id: i64| known.iter().find(|currency| currency.id.0 == id).map(|currency| currency.rate);
    let mut errors = FieldErrors::default();
    let (from, to) = (rate_of(query.from), rate_of(query.to));
    errors.check("from", from.is_some(), "is no currency");
    errors.check("to", to.is_some(), "is no currency");
    errors.finish()?;
    let converted = from.zip(to).and_then(|(from, to)| from.convert(amount, to));
    let converted_amount = converted.ok_or_else(|| Problem::field("amount", "is too large to be converted"))?;
    Ok(data(ConvertedAmount { converted_amount }))
}
