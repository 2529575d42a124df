//! The own account.

use crate::account::fields;
use crate::account::password;
use crate::account::second_factor::check_otp;
use crate::auth::{CurrentUser, NewLink};
use crate::dictionaries::words::{CurrencyUnitId, UserStatusId, UserTypeId};
use crate::extract::Json;
use crate::list::{Data, data};
use crate::mail::{self, Mail, Recipient};
use crate::state::{Api, ApiState};
use axum::extract::State;
use placard_common::error::{FieldErrors, Problem};
use placard_model::Money;
use placard_model::bid::user_minimum;
use placard_model::settings::Settings;
use placard_store::accounts::account_tokens::{self, LinkKind};
use placard_store::accounts::audit_log;
use placard_store::accounts::users::{self, ContactsChange, User, UserChange};
use placard_store::{Priority, Scope, Tx};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// The only currency: US dollars.
const CURRENCY_USD: u8 = 1;

/// A cabinet that a user can have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CabinetRole {
    /// Buys clicks.
    #[default]
    Advertiser,
    /// Sells places.
    Webmaster,
}

/// A user.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = User)]
pub struct UserResource {
    /// The user.
    pub id: i64,
    /// What they may do beside their own cabinets.
    #[schema(value_type = UserTypeId)]
    pub type_id: u8,
    /// The status of the account.
    #[schema(value_type = UserStatusId)]
    pub status_id: u8,
    /// Skips moderation, lower minimum bid, extra macro.
    pub is_trusted: bool,
    /// Mail address.
    pub email: String,
    /// New mail address that waits to be confirmed by the link that was mailed to it.
    pub pending_email: Option<String>,
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
    #[schema(value_type = CurrencyUnitId)]
    pub currency_unit: u8,
    /// Features that are switched on for the user.
    pub features: Vec<String>,
    /// Lowest native bid, in dollars.
    #[schema(value_type = f64)]
    pub minimum_bid: Money,
    /// The bid of a new native ad that names none, in dollars.
    #[schema(value_type = f64)]
    pub default_bid: Money,
    /// A code of a second factor is asked for at login.
    pub has_second_factor: bool,
    /// The staff who use this user's cabinet; null in the user's own session.
    pub acting: Option<ActingPart>,
}

/// Who acts in the user's cabinet.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ActingPart {
    /// The staff's user id.
    pub id: i64,
    /// Their mail address.
    pub email: String,
    /// What to call them.
    pub name: String,
    /// What they may do: sales read money and see no payouts.
    #[schema(value_type = UserTypeId)]
    pub type_id: u8,
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
    pub fn new(user: &User, settings: &Settings) -> Self {
        let id = user.id.0;
        let minimum_bid = user_minimum(user.is_trusted, user.minimum_bid, &settings.bids);
        let contacts = user.contacts.clone();
        let features =
            [("ip_targeting", &settings.features.ip_targeting)].into_iter().filter(|(_, users)| users.contains(id));
        Self {
            id,
            type_id: user.user_type.id(),
            status_id: user.status.id(),
            is_trusted: user.is_trusted,
            email: user.email.clone(),
            pending_email: user.pending_email.clone(),
            name: contacts.name,
            phone: contacts.phone,
            skype: contacts.skype,
            telegram: contacts.telegram,
            advertiser: user.is_advertiser.then_some(AdvertiserPart { id }),
            webmaster: user.is_webmaster.then_some(WebmasterPart { id, is_auto_payment: user.is_auto_payment }),
            currency_id: CURRENCY_USD,
            currency_unit: user.currency_unit,
            features: features.map(|(name, _)| name.to_owned()).collect(),
            minimum_bid,
            default_bid: settings.bids.default_bid.max(minimum_bid),
            has_second_factor: user.has_second_factor,
            acting: None,
        }
    }

    /// The user who is logged in, with the staff who act in their place.
    pub fn of_caller(current: &CurrentUser, settings: &Settings) -> Self {
        let acting = current.admin().map(|admin| ActingPart {
            id: admin.id.0,
            email: admin.email.clone(),
            name: admin.contacts.name.clone(),
            type_id: admin.user_type.id(),
        });
        Self { acting, ..Self::new(&current.user, settings) }
    }
}

/// What a user may say of themself. What is omitted stays.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AccountForm {
    /// Mail address; another than the present one waits until the link that is mailed to it is opened.
    #[schema(format = "email")]
    pub email: Option<String>,
    /// For another mail address: the password.
    #[schema(format = Password)]
    pub password: Option<String>,
    /// For another mail address: code of the second factor, for who has one.
    pub otp: Option<String>,
    /// What to call them.
    pub name: Option<String>,
    /// Phone.
    pub phone: Option<String>,
    /// Skype name.
    pub skype: Option<String>,
    /// Telegram name.
    pub telegram: Option<String>,
    /// Display of money: 1 dollars, 2 cents.
    #[schema(value_type = Option<CurrencyUnitId>)]
    pub currency_unit: Option<u8>,
}

/// The own account.
#[utoipa::path(get, path = "/api/account", tag = "account", responses((status = 200, body = Data<UserResource>)))]
pub async fn get_account(State(app): State<ApiState>, current: CurrentUser) -> Json<Data<UserResource>> {
    data(UserResource::of_caller(&current, &app.settings.get()))
}

/// Changes the own account.
#[utoipa::path(put, path = "/api/account", tag = "account", request_body = AccountForm,
    responses((status = 200, body = Data<UserResource>)))]
pub async fn update_account(
    State(app): State<ApiState>,
    current: CurrentUser,
    Json(form): Json<AccountForm>,
) -> Result<Json<Data<UserResource>>, Problem> {
    let otp = form.otp.clone();
    let (change, given_password) = read_form(form, &current.user)?;
    let new_email = change.pending_email.clone().flatten();
    let now = app.clock.now();
    let mut checked = None;
    if new_email.is_some() {
        current.own_session()?;
        app.auth.calls.call("update_email", current.address, now)?;
        checked = Some(password::check_own_password(&app, &current, "password", &given_password).await?);
        // Whoever has the address can set another password: it is worth what the account is.
        check_otp(&app, &current, otp.as_deref()).await?;
        app.auth.calls.change_email(current.id(), now)?;
    }
    let may_mail = new_email.as_ref().is_some_and(|email| app.auth.calls.may_mail("email_change", email, now));
    if !may_mail && new_email.is_some() {
        return Err(Problem::field("email", "got a mail a moment ago: wait a minute"));
    }
    let link = NewLink::new(LinkKind::Email, app.rng.bytes(), now);
    let (id, actor, app_) = (current.id(), current.actor(), app.clone());
    let after = app
        .store
        .write("update_account", Priority::Api, async move |tx| {
            if let Some(checked) = &checked {
                checked.still_holds(tx).await?;
            }
            let (before, after) = users::update_user(tx, Scope::System, id, &change).await?;
            audit_log::record(tx, &actor, "update_account", "user", id, Some(&before), Some(&after)).await?;
            if let Some(email) = &new_email {
                mail_new_address(tx, &app_, &after, email, &link).await?;
                let to = Recipient { user: Some(id), email: &after.email, name: &after.contacts.name };
                let (new_email, address) = (email.clone(), actor.address.clone());
                mail::queue(tx, &app_, to, &Mail::EmailChangeAsked { new_email, at: tx.now(), address }).await?;
            }
            Ok(after)
        })
        .await?;
    app.auth.forget_user(id);
    let current = CurrentUser { user: Arc::new(after), ..current };
    Ok(data(UserResource::of_caller(&current, &app.settings.get())))
}

/// Mails the link to a new address; to the owner of an account of that address that they have one. A link is kept in
/// both cases, so that the address waits equally long.
async fn mail_new_address(tx: &Tx, app: &Api, user: &User, email: &str, link: &NewLink) -> placard_store::Result<()> {
    account_tokens::withdraw_links(tx, LinkKind::Email, user.id).await?;
    account_tokens::insert_link(tx, LinkKind::Email, user.id, email, &link.hash, link.expires_at).await?;
    if let Some((owner, _)) = users::get_login(tx, email).await? {
        let to = Recipient { user: Some(owner.id), email: &owner.email, name: &owner.contacts.name };
        return mail::queue(tx, app, to, &Mail::AlreadyRegistered).await;
    }
    // No name: whose address this is will be known when the link was opened.
    let to = Recipient { user: Some(user.id), email, name: "" };
    mail::queue(tx, app, to, &Mail::EmailChange { token: link.token.clone() }).await
}

/// The change, and the password that was given with it.
fn read_form(form: AccountForm, user: &User) -> Result<(UserChange, String), Problem> {
    let mut errors = FieldErrors::default();
    let email = form.email.map(|given| fields::email(&mut errors, "email", &given));
    let pending_email = email.filter(|email| *email != user.email);
    let given_password = form.password.unwrap_or_default();
    let has_password = pending_email.is_none() || !given_password.is_empty();
    errors.check("password", has_password, "is required to change the mail address");
    let contacts = ContactsChange {
        name: fields::contact(&mut errors, "name", form.name),
        phone: fields::contact(&mut errors, "phone", form.phone),
        skype: fields::contact(&mut errors, "skype", form.skype),
        telegram: fields::contact(&mut errors, "telegram", form.telegram),
    };
    let unit_ok = form.currency_unit.is_none_or(|unit| matches!(unit, 1 | 2));
    errors.check("currency_unit", unit_ok, "must be 1 (dollars) or 2 (cents)");
    errors.finish()?;
    let change = UserChange {
        pending_email: pending_email.map(Some),
        contacts,
        currency_unit: form.currency_unit,
        ..UserChange::default()
    };
    Ok((change, given_password))
}
