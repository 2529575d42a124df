//! To whom invoices, receipts and statements of the own account are made out.

use crate::account::fields;
use crate::auth::CurrentUser;
use crate::extract::Json;
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::{FieldErrors, Problem};
use placard_model::targeting::countries::country;
use placard_model::targeting::geo::CountryCode;
use placard_model::validate;
use placard_store::accounts::audit_log;
use placard_store::accounts::billing_details::{self, BillingDetails};
use placard_store::{Conn, Priority};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The longest name of a company, in characters.
pub(crate) const COMPANY_CHARS_MAX: usize = 100;
/// The longest VAT or tax number, in characters.
pub(crate) const VAT_NUMBER_CHARS_MAX: usize = 60;
/// The longest address, in characters.
pub(crate) const ADDRESS_CHARS_MAX: usize = 200;

/// To whom documents are made out.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = BillingDetails)]
pub struct BillingResource {
    /// The company; empty: the person by name.
    pub company: String,
    /// Where it is: two letters of ISO 3166-1; null: not told.
    pub country: Option<String>,
    /// Its VAT or tax number; empty: not told.
    pub vat_number: String,
    /// Street and town; empty: not told.
    pub address: String,
    /// Where invoices are mailed to beside the account's address; null: nowhere.
    pub email: Option<String>,
}

/// To whom documents shall be made out. What is omitted is not told any more.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BillingForm {
    /// The company; empty: the person by name.
    pub company: String,
    /// Where it is: two letters of ISO 3166-1.
    pub country: Option<String>,
    /// Its VAT or tax number.
    pub vat_number: String,
    /// Street and town.
    pub address: String,
    /// Where invoices are mailed to beside the account's address.
    #[schema(format = "email")]
    pub email: Option<String>,
}

impl From<BillingDetails> for BillingResource {
    fn from(told: BillingDetails) -> Self {
        let BillingDetails { company, country, vat_number, address, email } = told;
        let some = |text: String| Some(text).filter(|text| !text.is_empty());
        Self { company, country: some(country), vat_number, address, email: some(email) }
    }
}

impl BillingForm {
    fn read(self) -> Result<BillingDetails, Problem> {
        let mut errors = FieldErrors::default();
        let mut line = |field: &str, text: &str, max: usize| match validate::line(text, 0, max) {
            Ok(line) => line.to_owned(),
            Err(message) => {
                errors.add(field, message);
                String::new()
            }
        };
        let company = line("company", &self.company, COMPANY_CHARS_MAX);
        let vat_number = line("vat_number", &self.vat_number, VAT_NUMBER_CHARS_MAX);
        let address = line("address", &self.address, ADDRESS_CHARS_MAX);
        let found = self.country.as_deref().map(|code| CountryCode::parse(code).and_then(country));
        errors.check("country", found != Some(None), "must be the code of a country");
        let email = self.email.map_or_else(String::new, |given| fields::email(&mut errors, "email", &given));
        errors.finish()?;
        let country = found.flatten().map_or_else(String::new, |found| found.code.to_owned());
        Ok(BillingDetails { company, country, vat_number, address, email })
    }
}

/// To whom documents of the own account are made out.
#[utoipa::path(get, path = "/api/account/billing", tag = "account",
    responses((status = 200, body = Data<BillingResource>)))]
pub async fn get_billing_details(
    State(app): State<ApiState>,
    current: CurrentUser,
) -> Result<Json<Data<BillingResource>>, Problem> {
    let user = current.id();
    let read = async move |conn: &Conn| billing_details::get(conn, user).await;
    Ok(data(app.store.read("get_billing_details", read).await?.into()))
}

/// Tells to whom documents of the own account are made out from now on. Invoices and receipts that were made stay as they are.
#[utoipa::path(put, path = "/api/account/billing", tag = "account", request_body = BillingForm,
    responses((status = 200, body = Data<BillingResource>)))]
pub async fn update_billing_details(
    State(app): State<ApiState>,
    current: CurrentUser,
    Json(form): Json<BillingForm>,
) -> Result<Json<Data<BillingResource>>, Problem> {
    let (told, user, actor) = (form.read()?, current.id(), current.actor());
    let after = app
        .store
        .write("update_billing_details", Priority::Api, async move |tx| {
            let before = billing_details::get(tx, user).await?;
            billing_details::put(tx, user, &told).await?;
            audit_log::record(tx, &actor, "update_billing_details", "user", user, Some(&before), Some(&told)).await?;
            Ok(told.clone())
        })
        .await?;
    Ok(data(after.into()))
}
