//! Payment systems and types that the network's owner adds to those of the program, for payouts.

use crate::auth::God;
use crate::dictionaries::words::AddressKindName;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::staff::money::payment_systems::{AdminPaymentSystemResource, AdminPaymentTypeResource, check_costs, words};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::{FieldErrors, Problem};
use placard_model::payments::payment::{self, AddressKind, Fee, NAME_CHARS_MAX, WORDS_CHARS_MAX};
use placard_model::{CurrencyId, Money, PaymentSystemId, validate};
use placard_store::Priority;
use placard_store::accounts::audit_log;
use placard_store::money::added_payment_systems::{self, NewType};
use placard_store::money::payment_systems::{PaymentSystem, PaymentType};
use serde::Deserialize;
use utoipa::ToSchema;

/// A payment system to add.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPaymentSystemForm {
    /// What people read.
    pub name: String,
}

/// A payment type to add.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPaymentTypeForm {
    /// What is paid in.
    pub currency_id: i64,
    /// What files for gateways call it: capital letters and digits. It never changes.
    pub code: String,
    /// What people read.
    pub name: String,
    /// What wallets are named by. It never changes. Coins that need a memo beside the address, such as XRP and TON, are no `coin`.
    #[schema(value_type = AddressKindName)]
    pub address_kind: String,
    /// Page about a transaction, with `{hash}` in it; empty: there is none.
    #[serde(default)]
    pub explorer_url: String,
    /// How long a payment takes, in words.
    #[serde(default)]
    pub usual_time: String,
    /// The least payout, in dollars; null: the setting `shares.minimum_payout`.
    #[schema(value_type = Option<f64>)]
    pub minimum_payout: Option<Money>,
    /// What each payout costs, in dollars.
    #[schema(value_type = f64)]
    pub fee_fixed: Money,
    /// What a payout costs beside it: a part of its amount, in basis points.
    pub fee_basis_points: i64,
    /// Can be used, as long as its system can.
    pub is_active: bool,
}

impl NewPaymentTypeForm {
    fn read(self) -> Result<NewType, Problem> {
        let mut errors = FieldErrors::default();
        let fee = Fee { fixed: self.fee_fixed, basis_points: self.fee_basis_points };
        check_costs(&mut errors, self.minimum_payout, fee);
        let kind = AddressKind::from_name(&self.address_kind);
        let kinds = AddressKind::ALL.map(AddressKind::name).join(", ");
        errors.check("address_kind", kind.is_some(), format!("must be one of {kinds}"));
        // Paid without it, money is lost: the exchange credits nobody.
        let is_short = kind.is_some_and(|kind| kind != AddressKind::Text) && payment::needs_memo(self.code.trim());
        let message = "must be an account: this coin needs a memo beside the address, for which wallets have no place";
        errors.check("address_kind", !is_short, message);
        let read = NewType {
            currency: CurrencyId(self.currency_id),
            code: words(&mut errors, "code", payment::type_code(&self.code)),
            name: words(&mut errors, "name", validate::line(&self.name, 1, NAME_CHARS_MAX)),
            own_minimum: self.minimum_payout,
            fee,
            address_kind: kind.unwrap_or(AddressKind::Text),
            explorer_url: words(&mut errors, "explorer_url", payment::explorer(&self.explorer_url)),
            usual_time: words(&mut errors, "usual_time", validate::line(&self.usual_time, 0, WORDS_CHARS_MAX)),
            is_active: self.is_active,
        };
        errors.finish()?;
        Ok(read)
    }
}

/// Adds a payment system for payouts. It is switched off, and is switched on once it has its types.
#[utoipa::path(post, path = "/api/admin/payment_systems", tag = "admin", request_body = NewPaymentSystemForm,
    responses((status = 201, body = Data<AdminPaymentSystemResource>)))]
pub async fn create_payment_system(
    State(app): State<ApiState>,
    god: God,
    Json(form): Json<NewPaymentSystemForm>,
) -> Result<(StatusCode, Json<Data<AdminPaymentSystemResource>>), Problem> {
    let name = validate::line(&form.name, 1, NAME_CHARS_MAX);
    let name = name.map(str::to_owned).map_err(|message| Problem::field("name", message))?;
    let actor = god.actor();
    let made = app
        .store
        .write("create_payment_system", Priority::Api, async move |tx| {
            let made = added_payment_systems::create_system(tx, &name).await?;
            let before = None::<&PaymentSystem>;
            audit_log::record(tx, &actor, tx.name(), "payment_system", made.id, before, Some(&made)).await?;
            Ok(made)
        })
        .await?;
    Ok((StatusCode::CREATED, data(AdminPaymentSystemResource::new(made, &[]))))
}

/// Adds a payment type to a payment system.
#[utoipa::path(post, path = "/api/admin/payment_systems/{id}/types", tag = "admin", params(("id" = i64, Path)),
    request_body = NewPaymentTypeForm, responses((status = 201, body = Data<AdminPaymentTypeResource>)))]
pub async fn create_payment_type(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Json(form): Json<NewPaymentTypeForm>,
) -> Result<(StatusCode, Json<Data<AdminPaymentTypeResource>>), Problem> {
    let (new, actor) = (form.read()?, god.actor());
    let made = app
        .store
        .write("create_payment_type", Priority::Api, async move |tx| {
            let made = added_payment_systems::create_type(tx, PaymentSystemId(id), &new).await?;
            let before = None::<&PaymentType>;
            audit_log::record(tx, &actor, tx.name(), "payment_type", made.id, before, Some(&made)).await?;
            Ok(made)
        })
        .await?;
    Ok((StatusCode::CREATED, data(made.into())))
}
