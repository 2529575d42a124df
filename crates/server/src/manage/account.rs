//! The own account.

use crate::app::AppState;
use crate::auth::CurrentUser;
use crate::config::Config;
use crate::error::{FieldErrors, Problem};
use crate::extract::Json;
use crate::list::{Data, data};
use axum::extract::State;
use placard_model::bid::user_minimum;
use placard_model::{Money, validate};
use placard_store::users::{self, Contacts, User, UserChange};
use placard_store::{Priority, Scope, audit_log};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The only currency: US dollars.
const CURRENCY_USD: u8 = 1;
/// The longest name, phone, Skype or Telegram name, in characters.
const MAX_CONTACT: usize = 100;

/// A user.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = User)]
pub struct UserResource {
    /// The user.
    pub id: i64,
    /// 1 ordinary, 12 god, 13 sales.
    pub type_id: u8,
    /// 1 unconfirmed, 3 active.
    pub status_id: u8,
    /// Skips moderation, lower minimum bid, extra macro.
    pub is_trusted: bool,
    /// Mail address.
    pub email: String,
    /// What to call them.
    pub name: String,
    /// Phone.
    pub phone: String,
    /// Skype name.
    pub skype: String,
    /// Telegram name.
    pub telegram: String,
    /// Present if the user has the advertiser's cabinet.
    pub advertiser: Option<AdvertiserPart>,
    /// Present if the user has the webmaster's cabinet.
    pub webmaster: Option<WebmasterPart>,
    /// 1: US dollars.
    pub currency_id: u8,
    /// Display of money: 1 dollars, 2 cents.
    pub currency_unit: u8,
    /// Features that are switched on for the user.
    pub features: Vec<String>,
    /// Lowest native bid, in dollars.
    #[schema(value_type = f64)]
    pub minimum_bid: Money,
}

/// What an advertiser has beside the user.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AdvertiserPart {
    /// The user.
    pub id: i64,
}

/// What a webmaster has beside the user.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WebmasterPart {
    /// The user.
    pub id: i64,
    /// Payouts are requested each Monday.
    pub is_auto_payment: bool,
}

impl UserResource {
    /// The user as the API shows them.
    pub fn new(user: &User, config: &Config) -> Self {
        let id = user.id.0;
        let contacts = user.contacts.clone();
        let features = config.accounts.features.iter().filter(|(_, users)| users.contains(id));
        Self {
            id,
            type_id: user.user_type.id(),
            status_id: user.status.id(),
            is_trusted: user.is_trusted,
            email: user.email.clone(),
            name: contacts.name,
            phone: contacts.phone,
            skype: contacts.skype,
            telegram: contacts.telegram,
            advertiser: user.is_advertiser.then_some(AdvertiserPart { id }),
            webmaster: user.is_webmaster.then_some(WebmasterPart { id, is_auto_payment: user.is_auto_payment }),
            currency_id: CURRENCY_USD,
            currency_unit: user.currency_unit,
            features: features.map(|(name, _)| name.clone()).collect(),
            minimum_bid: user_minimum(user.is_trusted, user.minimum_bid),
        }
    }
}

/// What a user may say of themself. What is omitted stays.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AccountForm {
    /// Mail address; only the present one is taken, another must be confirmed first.
    pub email: Option<String>,
    /// What to call them.
    pub name: Option<String>,
    /// Phone.
    pub phone: Option<String>,
    /// Skype name.
    pub skype: Option<String>,
    /// Telegram name.
    pub telegram: Option<String>,
    /// Display of money: 1 dollars, 2 cents.
    pub currency_unit: Option<u8>,
}

/// The own account.
#[utoipa::path(get, path = "/api/account", tag = "account", responses((status = 200, body = Data<UserResource>)))]
pub async fn get_account(State(app): State<AppState>, current: CurrentUser) -> Json<Data<UserResource>> {
    data(UserResource::new(&current.user, &app.config))
}

/// Changes the own account.
#[utoipa::path(put, path = "/api/account", tag = "account", request_body = AccountForm,
    responses((status = 200, body = Data<UserResource>)))]
pub async fn update_account(
    State(app): State<AppState>,
    current: CurrentUser,
    Json(form): Json<AccountForm>,
) -> Result<Json<Data<UserResource>>, Problem> {
    let change = read_form(form, &current.user)?;
    let (id, actor) = (current.id(), current.actor());
    let after = app
        .store
        .write("update_account", Priority::Api, async move |tx| {
            let (before, after) = users::update_user(tx, Scope::System, id, &change).await?;
            audit_log::record(tx, &actor, "update_account", "user", id, Some(&before), Some(&after)).await?;
            Ok(after)
        })
        .await?;
    app.auth.sessions.forget(current.session);
    Ok(data(UserResource::new(&after, &app.config)))
}

fn read_form(form: AccountForm, user: &User) -> Result<UserChange, Problem> {
    let mut errors = FieldErrors::default();
    if let Some(email) = &form.email {
        let same = users::normal_email(email) == user.email;
        errors.check("email", same, "can only be changed after the new address is confirmed");
    }
    let mut text = |field: &'static str, given: Option<String>, present: &str| match given {
        None => present.to_owned(),
        Some(given) => match validate::line(&given, 0, MAX_CONTACT) {
            Ok(line) => line.to_owned(),
            Err(message) => {
                errors.add(field, message);
                String::new()
            }
        },
    };
    let contacts = Contacts {
        name: text("name", form.name, &user.contacts.name),
        phone: text("phone", form.phone, &user.contacts.phone),
        skype: text("skype", form.skype, &user.contacts.skype),
        telegram: text("telegram", form.telegram, &user.contacts.telegram),
    };
    let unit_ok = form.currency_unit.is_none_or(|unit| matches!(unit, 1 | 2));
    errors.check("currency_unit", unit_ok, "must be 1 (dollars) or 2 (cents)");
    errors.finish()?;
    Ok(UserChange { contacts: Some(contacts), currency_unit: form.currency_unit, ..UserChange::default() })
}
