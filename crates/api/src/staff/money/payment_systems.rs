//! Payment systems, payment types and rates, as the network's owner edits them.

use crate::auth::God;
use crate::dictionaries::words::{AddressKindName, PaymentPurposeName};
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::staff::people::persons::{EmailsByUser, PersonResource};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::{FieldErrors, Problem};
use placard_model::payments::payment::{
    self, FEE_BP_MAX, FEE_FIXED_MAX, Fee, MINIMUM_PAYOUT_MAX, MINIMUM_PAYOUT_MIN, NAME_CHARS_MAX, PaymentPurpose,
    WORDS_CHARS_MAX,
};
use placard_model::{CurrencyId, Money, PaymentSystemId, PaymentTypeId, Rate, UnixMs, validate};
use placard_store::Priority;
use placard_store::accounts::audit_log;
use placard_store::money::payment_systems::{
    self, Currency, PaymentSystem, PaymentType, SystemChange, SystemFilter, TypeChange,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A payment type, as its editor sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AdminPaymentType)]
pub struct AdminPaymentTypeResource {
    /// The payment type.
    pub id: i64,
    /// Its payment system.
    pub payment_system_id: i64,
    /// What is paid in.
    pub currency_id: i64,
    /// What files for gateways call it.
    pub code: String,
    /// What people read.
    pub name: String,
    /// The least payout, in dollars; null: the setting `shares.minimum_payout`.
    #[schema(value_type = Option<f64>)]
    pub minimum_payout: Option<Money>,
    /// What each payout costs, in dollars.
    #[schema(value_type = f64)]
    pub fee_fixed: Money,
    /// What a payout costs beside it: a part of its amount, in basis points.
    pub fee_basis_points: i64,
    /// What wallets are named by.
    #[schema(value_type = AddressKindName)]
    pub address_kind: &'static str,
    /// Page about a transaction, with `{hash}` in it; empty: there is none.
    pub explorer_url: String,
    /// How long a payment takes, in words.
    pub usual_time: String,
    /// What a top-up costs its payer beside the amount, in words; empty: nothing.
    pub fee_note: String,
    /// Can be used, as long as its system can.
    pub is_active: bool,
    /// To be sent with a change.
    pub version: i64,
}

impl From<PaymentType> for AdminPaymentTypeResource {
    fn from(found: PaymentType) -> Self {
        Self {
            id: found.id.0,
            payment_system_id: found.system.0,
            currency_id: found.currency.0,
            code: found.code,
            name: found.name,
            minimum_payout: found.own_minimum,
            fee_fixed: found.fee.fixed,
            fee_basis_points: found.fee.basis_points,
            address_kind: found.address_kind.name(),
            explorer_url: found.explorer_url,
            usual_time: found.usual_time,
            fee_note: found.fee_note,
            is_active: found.is_active,
            version: found.version,
        }
    }
}

/// A payment system, as its editor sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AdminPaymentSystem)]
pub struct AdminPaymentSystemResource {
    /// The payment system.
    pub id: i64,
    /// What people read.
    pub name: String,
    /// What it is for.
    #[schema(value_type = PaymentPurposeName)]
    pub purpose: &'static str,
    /// Can be used.
    pub is_active: bool,
    /// Its types.
    pub types: Vec<AdminPaymentTypeResource>,
    /// To be sent with a change.
    pub version: i64,
}

impl AdminPaymentSystemResource {
    /// A payment system with those of these types that are its own.
    pub(crate) fn new(system: PaymentSystem, types: &[PaymentType]) -> Self {
        Self {
            id: system.id.0,
            name: system.name,
            purpose: system.purpose.name(),
            is_active: system.is_active,
            types: types.iter().filter(|one| one.system == system.id).cloned().map(Into::into).collect(),
            version: system.version,
        }
    }
}

/// All payment systems with their types.
#[utoipa::path(get, path = "/api/admin/payment_systems", tag = "admin",
    responses((status = 200, body = Data<Vec<AdminPaymentSystemResource>>)))]
pub async fn list_all_payment_systems(
    State(app): State<ApiState>,
    _god: God,
) -> Result<Json<Data<Vec<AdminPaymentSystemResource>>>, Problem> {
    let (systems, types) = app
        .store
        .read("list_all_payment_systems", async |conn| {
            let systems = payment_systems::list_systems(conn, SystemFilter::default()).await?;
            Ok((systems, payment_systems::list_types(conn, None, false).await?))
        })
        .await?;
    Ok(data(systems.into_iter().map(|system| AdminPaymentSystemResource::new(system, &types)).collect()))
}

/// What a payment system shall be.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PaymentSystemForm {
    /// What people read; as it is when omitted.
    pub name: Option<String>,
    /// What it is for; as it is when omitted. Only what has a gateway is for top-ups.
    #[schema(value_type = Option<PaymentPurposeName>)]
    pub purpose: Option<String>,
    /// Can be used.
    pub is_active: bool,
    /// The version that was read.
    pub version: i64,
}

impl PaymentSystemForm {
    fn read(self) -> Result<SystemChange, Problem> {
        let mut errors = FieldErrors::default();
        let name = self.name.map(|text| words(&mut errors, "name", validate::line(&text, 1, NAME_CHARS_MAX)));
        let purpose = self.purpose.map(|name| PaymentPurpose::from_name(&name));
        let names = PaymentPurpose::ALL.map(PaymentPurpose::name).join(", ");
        errors.check("purpose", purpose != Some(None), format!("must be one of {names}"));
        errors.finish()?;
        Ok(SystemChange { name, purpose: purpose.flatten(), is_active: self.is_active })
    }
}

/// What was read of a text; what is wrong with it is noted.
pub(super) fn words(errors: &mut FieldErrors, field: &'static str, read: Result<&str, String>) -> String {
    match read {
        Ok(text) => text.to_owned(),
        Err(message) => {
            errors.add(field, message);
            String::new()
        }
    }
}

/// Notes what is wrong with what payouts cost and are at least.
pub(super) fn check_costs(errors: &mut FieldErrors, minimum: Option<Money>, fee: Fee) {
    let is_fine = minimum.is_none_or(|least| (MINIMUM_PAYOUT_MIN..=MINIMUM_PAYOUT_MAX).contains(&least));
    errors.check("minimum_payout", is_fine, format!("must be {MINIMUM_PAYOUT_MIN} to {MINIMUM_PAYOUT_MAX}"));
    let is_fine = (Money::ZERO..=FEE_FIXED_MAX).contains(&fee.fixed);
    errors.check("fee_fixed", is_fine, format!("must be 0 to {FEE_FIXED_MAX}"));
    let is_fine = (0..=FEE_BP_MAX).contains(&fee.basis_points);
    errors.check("fee_basis_points", is_fine, format!("must be 0 to {FEE_BP_MAX}"));
}

/// Changes the name and the purpose of a payment system, or switches it on or off.
#[utoipa::path(put, path = "/api/admin/payment_systems/{id}", tag = "admin", params(("id" = i64, Path)),
    request_body = PaymentSystemForm, responses((status = 200, body = Data<AdminPaymentSystemResource>)))]
pub async fn update_payment_system(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Json(form): Json<PaymentSystemForm>,
) -> Result<Json<Data<AdminPaymentSystemResource>>, Problem> {
    let (id, actor, version) = (PaymentSystemId(id), god.actor(), form.version);
    let change = form.read()?;
    let (system, types) = app
        .store
        .write("update_payment_system", Priority::Api, async move |tx| {
            let (before, after) = payment_systems::update_system(tx, id, &change, version).await?;
            audit_log::record(tx, &actor, tx.name(), "payment_system", id, Some(&before), Some(&after)).await?;
            Ok((after, payment_systems::list_types(tx, Some(id), false).await?))
        })
        .await?;
    Ok(data(AdminPaymentSystemResource::new(system, &types)))
}

/// What a payment type shall be.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PaymentTypeForm {
    /// What people read; as it is when omitted.
    pub name: Option<String>,
    /// Page about a transaction, with `{hash}` in it, empty where there is none; as it is when omitted.
    pub explorer_url: Option<String>,
    /// The least payout, in dollars; null: the setting `shares.minimum_payout`.
    #[schema(value_type = Option<f64>)]
    pub minimum_payout: Option<Money>,
    /// What each payout costs, in dollars. Payouts that were asked for keep the fee of then.
    #[schema(value_type = f64)]
    pub fee_fixed: Money,
    /// What a payout costs beside it: a part of its amount, in basis points.
    pub fee_basis_points: i64,
    /// How long a payment takes, in words; as it is when omitted.
    pub usual_time: Option<String>,
    /// What a top-up costs its payer beside the amount, in words; as it is when omitted.
    pub fee_note: Option<String>,
    /// Can be used, as long as its system can.
    pub is_active: bool,
    /// The version that was read.
    pub version: i64,
}

impl PaymentTypeForm {
    fn read(self) -> Result<TypeChange, Problem> {
        let mut errors = FieldErrors::default();
        let fee = Fee { fixed: self.fee_fixed, basis_points: self.fee_basis_points };
        check_costs(&mut errors, self.minimum_payout, fee);
        let name = self.name.map(|text| words(&mut errors, "name", validate::line(&text, 1, NAME_CHARS_MAX)));
        let explorer_url = self.explorer_url.map(|text| words(&mut errors, "explorer_url", payment::explorer(&text)));
        let mut short = |field, text: Option<String>| {
            text.map(|text| words(&mut errors, field, validate::line(&text, 0, WORDS_CHARS_MAX)))
        };
        let (usual_time, fee_note) = (short("usual_time", self.usual_time), short("fee_note", self.fee_note));
        errors.finish()?;
        let (own_minimum, is_active) = (self.minimum_payout, self.is_active);
        Ok(TypeChange { name, explorer_url, own_minimum, fee, usual_time, fee_note, is_active })
    }
}

/// Changes the name, the minimum, the fee and the words of a payment type, or switches it on or off.
#[utoipa::path(put, path = "/api/admin/payment_types/{id}", tag = "admin", params(("id" = i64, Path)),
    request_body = PaymentTypeForm, responses((status = 200, body = Data<AdminPaymentTypeResource>)))]
pub async fn update_payment_type(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Json(form): Json<PaymentTypeForm>,
) -> Result<Json<Data<AdminPaymentTypeResource>>, Problem> {
    let (id, actor, version) = (PaymentTypeId(id), god.actor(), form.version);
    let change = form.read()?;
    let after = app
        .store
        .write("update_payment_type", Priority::Api, async move |tx| {
            let (before, after) = payment_systems::update_type(tx, id, &change, version).await?;
            audit_log::record(tx, &actor, tx.name(), "payment_type", id, Some(&before), Some(&after)).await?;
            Ok(after)
        })
        .await?;
    Ok(data(after.into()))
}

/// A currency, as its editor sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AdminCurrency)]
pub struct AdminCurrencyResource {
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
    /// Who set it; null: it came with the program.
    pub rate_set_by: Option<PersonResource>,
    /// To be sent with a change.
    pub version: i64,
}

impl AdminCurrencyResource {
    fn new(currency: Currency, emails: &EmailsByUser) -> Self {
        Self {
            id: currency.id.0,
            code: currency.code,
            name: currency.name,
            currency_rate: currency.rate,
            rate_set_at: currency.rate_set_at,
            rate_set_by: emails.get(currency.rate_set_by),
            version: currency.version,
        }
    }
}

/// All currencies.
#[utoipa::path(get, path = "/api/admin/currencies", tag = "admin",
    responses((status = 200, body = Data<Vec<AdminCurrencyResource>>)))]
pub async fn list_all_currencies(
    State(app): State<ApiState>,
    _god: God,
) -> Result<Json<Data<Vec<AdminCurrencyResource>>>, Problem> {
    let read = async |conn: &_| payment_systems::list_currencies(conn, None).await;
    let found = app.store.read("list_all_currencies", read).await?;
    let emails = EmailsByUser::of(&app, found.iter().filter_map(|one| one.rate_set_by).collect()).await?;
    Ok(data(found.into_iter().map(|one| AdminCurrencyResource::new(one, &emails)).collect()))
}

/// What a rate shall be.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RateForm {
    /// How many dollars one unit is; above 0, with at most 9 decimals.
    #[schema(value_type = f64)]
    pub currency_rate: Rate,
    /// The version that was read.
    pub version: i64,
}

/// Sets the rate of a currency. Payouts that were asked for keep the rate of then; that of the dollar cannot be set.
#[utoipa::path(put, path = "/api/admin/currencies/{id}", tag = "admin", params(("id" = i64, Path)),
    request_body = RateForm, responses((status = 200, body = Data<AdminCurrencyResource>)))]
pub async fn update_currency(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Json(form): Json<RateForm>,
) -> Result<Json<Data<AdminCurrencyResource>>, Problem> {
    let (id, actor, by) = (CurrencyId(id), god.actor(), god.id());
    let after = app
        .store
        .write("update_currency", Priority::Api, async move |tx| {
            let (before, after) = payment_systems::set_rate(tx, id, form.currency_rate, form.version, Some(by)).await?;
            audit_log::record(tx, &actor, tx.name(), "currency", id, Some(&before), Some(&after)).await?;
            Ok(after)
        })
        .await?;
    let emails = EmailsByUser::of(&app, vec![by]).await?;
    Ok(data(AdminCurrencyResource::new(after, &emails)))
}
